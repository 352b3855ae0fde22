package io.berth.testkit.kube;

import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Asks an API server in JSON, as any client does; nothing here is tried again. */
public final class KubeApi {
    public static final String NODES = "/api/v1/nodes";
    public static final String PODS = "/api/v1/namespaces/default/pods";
    public static final String MERGE = "application/merge-patch+json";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_AT_ONCE = 32;
    /** Larger lists come in parts, all of one moment. */
    private static final int PART = 150;

    private final ApiServer server;
    private final HttpClient http;

    /** What was answered. */
    public record Reply(int code, String body) {
        public boolean ok() {
            return code >= 200 && code < 300;
        }

        /** The document in it. */
        public Tree tree() {
            return JsonReader.read(Source.text("answer", body));
        }

        /** Itself, where it is well. */
        public Reply well() {
            if (!ok()) {
                throw new IllegalStateException(code + " " + body);
            }
            return this;
        }
    }

    /** The server of {@code kubeconfig}. */
    public KubeApi(Path kubeconfig) {
        server = KubeConfig.read(kubeconfig);
        http = HttpClient.newBuilder()
                .sslContext(server.tls().context())
                .connectTimeout(PATIENCE)
                .build();
    }

    /** True where it serves. */
    public boolean ready() {
        try {
            return send("GET", "/readyz", "", null).code() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    public Reply get(String path) {
        return send("GET", path, "", null);
    }

    public Reply post(String path, Object document) {
        return send("POST", path, "application/json", document);
    }

    public Reply patch(String path, Object document) {
        return send("PATCH", path, MERGE, document);
    }

    /** At once: no kubelet would confirm that a pod ended. */
    public Reply delete(String path) {
        return send("DELETE", path, "application/json", Map.of("gracePeriodSeconds", 0));
    }

    /** Makes all of {@code documents}, several at once. */
    public void createAll(String path, Collection<? extends Map<String, ?>> documents) {
        atOnce(documents, document -> request("POST", path, "application/json", document));
    }

    /** Deletes all objects of {@code names}, several at once; those that are gone are well. */
    public void deleteAll(String path, Collection<String> names) {
        atOnce(
                names,
                name -> request("DELETE", path + "/" + name, "application/json", Map.of("gracePeriodSeconds", 0)));
    }

    /** All objects at {@code path}, of one moment. */
    public List<Tree> list(String path) {
        List<Tree> items = new ArrayList<>();
        String next = "";
        do {
            Tree part = get(path + "?limit=" + PART + (next.isEmpty() ? "" : "&continue=" + next))
                    .well()
                    .tree();
            items.addAll(part.require("items").items());
            Tree more = part.require("metadata").get("continue");
            next = more == null || more.isNull() ? "" : more.text();
        } while (!next.isEmpty());
        return items;
    }

    /** Deletes all objects at {@code path}. */
    public void clear(String path) {
        deleteAll(path, list(path).stream().map(KubeApi::name).toList());
    }

    public static String name(Tree object) {
        return object.require("metadata").require("name").text();
    }

    /** The value of nested {@code keys}; empty where it is not there. */
    public static String text(Tree object, String... keys) {
        @Nullable Tree at = object;
        for (String key : keys) {
            at = at == null || at.isNull() ? null : at.get(key);
        }
        return at == null || at.isNull() ? "" : at.text();
    }

    private interface Asking<T> {
        HttpRequest of(T what);
    }

    private <T> void atOnce(Collection<T> all, Asking<T> asking) {
        Semaphore room = new Semaphore(MOST_AT_ONCE);
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (T one : all) {
            room.acquireUninterruptibly();
            replies.add(http.sendAsync(asking.of(one), BodyHandlers.ofString())
                    .whenComplete((_, _) -> room.release())
                    .thenApply(response -> new Reply(response.statusCode(), response.body())));
        }
        for (CompletableFuture<Reply> reply : replies) {
            if (reply.join().code() != 404) {
                reply.join().well();
            }
        }
    }

    private HttpRequest request(String method, String path, String type, @Nullable Object document) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + server.token().get())
                .method(
                        method,
                        document == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.line(document)));
        return (type.isEmpty() ? request : request.header("Content-Type", type)).build();
    }

    private Reply send(String method, String path, String type, @Nullable Object document) {
        try {
            HttpResponse<String> response = http.send(request(method, path, type, document), BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
