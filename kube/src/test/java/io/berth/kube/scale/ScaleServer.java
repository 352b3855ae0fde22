package io.berth.kube.scale;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.kube.api.ApiServer;
import io.berth.kube.http.Tls;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;

/** An API server with one Deployment, {@code models/llama}, of which it has the scale, and HorizontalPodAutoscalers; in JSON, as it answers those who ask for that. */
final class ScaleServer implements AutoCloseable {
    static final String SCALE = "/apis/apps/v1/namespaces/models/deployments/llama/scale";
    static final String RIVALS = "/apis/autoscaling/v2/namespaces/models/horizontalpodautoscalers";

    private final HttpServer http;
    private final List<Integer> written = new ArrayList<>();
    private int replicas;
    private int version = 1;
    private String forbidden = "none";
    private String rivals = "";
    /** Whether somebody changes the object between what is read and what is written. */
    private boolean hurried;

    ScaleServer(int replicas) {
        this.replicas = replicas;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::handle);
        http.start();
    }

    ApiServer address() {
        return new ApiServer(URI.create("http://127.0.0.1:" + http.getAddress().getPort()), Tls.SYSTEM, () -> "");
    }

    /** What was written, one after another. */
    synchronized List<Integer> written() {
        return List.copyOf(written);
    }

    synchronized int replicas() {
        return replicas;
    }

    /** Somebody else asks for so many. */
    synchronized void replicas(int others) {
        replicas = others;
        version++;
    }

    /** What begins so is for others: {@code METHOD PATH}. */
    synchronized void forbid(String what) {
        forbidden = what;
    }

    /** A HorizontalPodAutoscaler scales that object; a name of none takes it away. */
    synchronized void rival(String kind, String api, String name) {
        rivals = name.isEmpty()
                ? ""
                : "{\"metadata\": {\"name\": \"its-hpa\"}, \"spec\": {\"scaleTargetRef\": {\"kind\": \"" + kind
                        + "\", \"apiVersion\": \"" + api + "\", \"name\": \"" + name + "\"}}}";
    }

    synchronized void hurry(boolean now) {
        hurried = now;
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply =
                    reply(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), body);
            byte[] bytes = reply.text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.code, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private record Reply(int code, String text) {}

    private synchronized Reply reply(String method, String path, String body) {
        if ((method + " " + path).startsWith(forbidden)) {
            return new Reply(
                    403,
                    "{\"kind\": \"Status\", \"message\": \"User \\\"it\\\" cannot " + method.toLowerCase(Locale.ROOT)
                            + " resource at " + path + "\"}");
        }
        return switch (path) {
            case "/apis/apps/v1" ->
                new Reply(
                        200,
                        "{\"resources\": [{\"name\": \"deployments\", \"kind\": \"Deployment\"}, {\"name\": \"deployments/scale\","
                                + " \"kind\": \"Scale\"}, {\"name\": \"controllerrevisions\", \"kind\": \"ControllerRevision\"}]}");
            case RIVALS -> new Reply(200, "{\"items\": [" + rivals + "]}");
            case SCALE -> method.equals("PATCH") ? patched(body) : new Reply(200, scale());
            default -> new Reply(404, "{\"kind\": \"Status\", \"message\": \"the server has no " + path + "\"}");
        };
    }

    /** As the server does, it leaves out a number that is 0. */
    private String scale() {
        return "{\"metadata\": {\"name\": \"llama\", \"resourceVersion\": \"" + version + "\"}, \"spec\": {"
                + (replicas == 0 ? "" : "\"replicas\": " + replicas) + "}}";
    }

    private Reply patched(String body) {
        Tree change = JsonReader.read(Source.text("patch", body));
        version += hurried ? 1 : 0;
        if (!change.require("metadata").require("resourceVersion").text().equals(Integer.toString(version))) {
            return new Reply(409, "{\"kind\": \"Status\", \"message\": \"the object has been modified\"}");
        }
        replicas = Math.toIntExact(change.require("spec").require("replicas").whole());
        written.add(replicas);
        version++;
        return new Reply(200, scale());
    }
}
