package io.berth.kube.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The client of the JDK, for servers and proxies of HTTP/1.1. */
final class JdkTransport implements Transport {
    private final String base;
    private final ExecutorService answers = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("berth-kube-http").daemon().factory());
    private final HttpClient http;

    /** @param base scheme, host and port */
    JdkTransport(String base, Tls tls) {
        this.base = base;
        http = HttpClient.newBuilder()
                .sslContext(tls.context())
                .connectTimeout(Limits.USUAL.connect())
                .executor(answers)
                .build();
    }

    /** The client's own limit ends with the headers, and wakes its thread for each call. */
    @Override
    public CompletableFuture<Response> send(Request request) {
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(written(request), BodyHandlers.ofByteArray());
        CompletableFuture<Response> answer = sent.thenApply(
                        response -> new Response(response.statusCode(), response.body(), retryAfter(response)))
                .orTimeout(Limits.USUAL.call().toSeconds(), TimeUnit.SECONDS);
        answer.whenComplete((_, problem) -> {
            if (problem instanceof TimeoutException) {
                sent.cancel(true);
            }
        });
        return answer;
    }

    @Override
    public Streamed stream(Request request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = http.send(written(request), BodyHandlers.ofInputStream());
        return new Streamed(response.statusCode(), retryAfter(response), response.body());
    }

    private HttpRequest written(Request request) {
        HttpRequest.Builder written = HttpRequest.newBuilder(URI.create(base + request.path()))
                .header("User-Agent", Request.AGENT)
                .header("Accept", request.accept())
                .method(
                        request.method(),
                        request.body().length == 0
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(request.body()));
        if (!request.contentType().isEmpty()) {
            written.header("Content-Type", request.contentType());
        }
        if (!request.token().isEmpty()) {
            written.header("Authorization", "Bearer " + request.token());
        }
        return written.build();
    }

    private static long retryAfter(HttpResponse<?> response) {
        return response.headers().firstValueAsLong("Retry-After").orElse(0);
    }

    @Override
    public void close() {
        http.shutdownNow();
        answers.shutdown();
    }
}
