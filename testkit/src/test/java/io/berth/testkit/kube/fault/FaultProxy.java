package io.berth.testkit.kube.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Between a scheduler and an API server, over HTTP/1.1 of the loopback: passes on what {@link Faults} let pass. */
final class FaultProxy implements AutoCloseable {
    private static final List<String> PASSED = List.of("Authorization", "Accept", "Content-Type", "User-Agent");

    private final Faults faults;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private final String upstream;

    FaultProxy(ControlPlane plane, Faults faults) {
        this.faults = faults;
        ApiServer behind = KubeConfig.read(plane.kubeconfig());
        upstream = plane.address();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(behind.tls())
                .build();
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** An exchange that is closed unanswered ends its connection. */
    private void handle(HttpExchange exchange) {
        try (exchange) {
            boolean watch = String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=");
            pass(exchange, exchange.getRequestBody().readAllBytes(), faults.next(watch));
        } catch (IOException e) {
            // Somebody is gone, on this side or the other: so is the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(HttpExchange exchange, byte[] body, Fault fault) throws IOException, InterruptedException {
        switch (fault) {
            case REFUSED -> refuse(exchange, faults.code());
            case GONE -> refuse(exchange, 410);
            case LOST_BEFORE -> exchange.close();
            case LOST_AFTER -> ask(exchange, body).body().readAllBytes();
            case DENIED_AFTER -> {
                ask(exchange, body).body().readAllBytes();
                refuse(exchange, 500);
            }
            case SLOW -> {
                UpProcess.pause(faults.millis(100, 2_000));
                answer(exchange, ask(exchange, body));
            }
            case CUT -> {
                HttpResponse<InputStream> answer = ask(exchange, body);
                long after = faults.millis(50, 2_000);
                threads.execute(() -> {
                    UpProcess.pause(after);
                    exchange.close();
                });
                answer(exchange, answer);
            }
            case NONE -> answer(exchange, ask(exchange, body));
        }
    }

    private HttpResponse<InputStream> ask(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(upstream + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        for (String header : PASSED) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    private static void answer(HttpExchange exchange, HttpResponse<InputStream> answer) throws IOException {
        answer.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
        exchange.sendResponseHeaders(answer.statusCode(), 0);
        byte[] part = new byte[16 << 10];
        try (InputStream from = answer.body();
                OutputStream to = exchange.getResponseBody()) {
            for (int read = from.read(part); read >= 0; read = from.read(part)) {
                to.write(part, 0, read);
                to.flush();
            }
        }
    }

    private static void refuse(HttpExchange exchange, int code) throws IOException {
        byte[] status =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,\"message\":\"so the proxy says\"}"
                        .formatted(code)
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        if (code == 429) {
            exchange.getResponseHeaders().add("Retry-After", "1");
        }
        exchange.sendResponseHeaders(code, status.length);
        exchange.getResponseBody().write(status);
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
        threads.shutdownNow();
    }
}
