package io.berth.gateway.system;

import io.berth.edge.metric.MetricText;
import io.berth.gateway.page.Console;
import io.berth.spec.json.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a gateway answers itself: whether it is there, whether it has a server, its figures. */
final class OwnPages {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final BooleanSupplier anyServer;
    private final Supplier<String> figures;
    private final Supplier<List<String>> models;
    private final Documents documents;
    private final @Nullable Console console;

    /**
     * Documents that are shown where there is something to show.
     *
     * @param lately the last requests; null where they are not shown
     * @param services those whose replicas follow what comes; null where there are none
     */
    record Documents(Supplier<@Nullable String> lately, Supplier<@Nullable String> services) {}

    /**
     * @param console the page for people; null for none
     */
    OwnPages(
            BooleanSupplier anyServer,
            Supplier<String> figures,
            Supplier<List<String>> models,
            Documents documents,
            @Nullable Console console) {
        this.console = console;
        this.documents = documents;
        this.models = models;
        this.anyServer = anyServer;
        this.figures = figures;
    }

    /** @param sees which models are there for who asks; null where it may not ask for them */
    @Nullable
    FullHttpResponse answer(HttpRequest head, @Nullable Predicate<String> sees) {
        if (!head.method().equals(HttpMethod.GET)) {
            return null;
        }
        if (head.uri().equals("/berth/services")) {
            return document(documents.services.get());
        }
        if (console != null && head.uri().startsWith("/berth")) {
            return console.answer(head);
        }
        return switch (head.uri()) {
            case "/livez" -> page(HttpResponseStatus.OK, TEXT, "ok\n");
            case "/health", "/readyz" ->
                anyServer.getAsBoolean()
                        ? page(HttpResponseStatus.OK, TEXT, "ok\n")
                        : page(HttpResponseStatus.SERVICE_UNAVAILABLE, TEXT, "no server is up\n");
            case "/metrics" -> page(HttpResponseStatus.OK, MetricText.MEDIA_TYPE, figures.get());
            case "/v1/models" -> sees == null ? null : models(sees);
            case "/berth/requests" -> document(documents.lately.get());
            default -> null;
        };
    }

    /** What another gateway is told; nothing where it does not know the secret. */
    static FullHttpResponse told(Together.Told told) {
        String text = told.text();
        return text != null
                ? page(HttpResponseStatus.OK, JSON, text)
                : page(HttpResponseStatus.FORBIDDEN, TEXT, "that is for peers\n");
    }

    /** Null where they are not shown: then it is no page of the gateway. */
    private static @Nullable FullHttpResponse document(@Nullable String page) {
        return page == null ? null : page(HttpResponseStatus.OK, JSON, page);
    }

    /** Those of all servers; null where it is not known which they have. */
    private @Nullable FullHttpResponse models(Predicate<String> sees) {
        List<String> names = models.get();
        if (names.isEmpty()) {
            return null;
        }
        List<Map<String, Object>> data = new ArrayList<>();
        for (String name : names.stream().filter(sees).toList()) {
            Map<String, Object> model = new LinkedHashMap<>();
            model.put("id", name);
            model.put("object", "model");
            model.put("created", 0);
            model.put("owned_by", "berth");
            data.add(model);
        }
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("object", "list");
        list.put("data", data);
        return page(HttpResponseStatus.OK, JSON, Json.line(list));
    }

    private static FullHttpResponse page(HttpResponseStatus status, String type, String text) {
        ByteBuf body = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        return response;
    }
}
