package io.berth.kube.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.kube.server.FakeServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** An API server with one InferencePool, which it tells of in JSON, and the pods of another server. */
final class PoolServer implements AutoCloseable {
    private static final String POOLS = "/apis/inference.networking.k8s.io/v1/namespaces/models/inferencepools";

    private final FakeServer pods = new FakeServer();
    private final HttpServer http;
    private final HttpClient client = HttpClient.newHttpClient();
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile @Nullable String pool;
    private volatile boolean watched;
    private int version;

    PoolServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::handle);
        http.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    FakeServer pods() {
        return pods;
    }

    /** What labels pods were asked by. */
    List<String> asked() {
        return asked;
    }

    synchronized void pool(String selector, String ports) {
        String now = "{\"metadata\": {\"name\": \"llama\", \"resourceVersion\": \"" + ++version
                + "\"}, \"spec\": {\"selector\": " + selector + ", " + ports + "}}";
        pool = now;
        if (watched) {
            events.add("{\"type\": \"MODIFIED\", \"object\": " + now + "}\n");
        }
    }

    synchronized void remove() {
        String last = pool;
        pool = null;
        events.add("{\"type\": \"DELETED\", \"object\": " + last + "}\n");
    }

    @Override
    public void close() {
        events.add("");
        http.stop(0);
        pods.close();
        client.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        try (exchange) {
            if (!uri.getPath().startsWith("/apis/inference")) {
                pass(exchange, uri);
            } else if (uri.getQuery() != null) {
                watch(exchange);
            } else {
                String now = uri.getPath().equals(POOLS + "/llama") ? pool : null;
                byte[] body = (now == null ? "{}" : now).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(now == null ? 404 : 200, body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(HttpExchange exchange) throws IOException, InterruptedException {
        watched = true;
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.flush();
        for (String event = events.take(); !event.isEmpty(); event = events.take()) {
            out.write(event.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private void pass(HttpExchange exchange, URI uri) throws IOException, InterruptedException {
        String query = uri.getQuery();
        asked.add(query.replaceAll(".*labelSelector=([^&]*).*", "$1"));
        HttpRequest request = HttpRequest.newBuilder(
                        pods.address().address().resolve(uri.getRawPath() + "?" + uri.getRawQuery()))
                .build();
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        exchange.sendResponseHeaders(answer.statusCode(), 0);
        try (InputStream body = answer.body()) {
            OutputStream out = exchange.getResponseBody();
            out.flush();
            byte[] piece = new byte[4096];
            for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
                out.write(piece, 0, length);
                out.flush();
            }
        }
    }
}
