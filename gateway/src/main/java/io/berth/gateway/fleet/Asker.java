package io.berth.gateway.fleet;

import io.berth.gateway.setting.Backend;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Asks servers of themselves. */
final class Asker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /** The status of {@code path}. */
    CompletableFuture<Integer> status(Member member, String path, long timeoutNanos) {
        return client.sendAsync(
                        request(member, path, Duration.ofNanos(timeoutNanos)), HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode);
    }

    /** What {@code path} says; empty where it does not answer with 200. */
    CompletableFuture<String> text(Member member, String path) {
        return client.sendAsync(request(member, path, PATIENCE), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() == 200 ? response.body() : "");
    }

    /** What the page {@code url} says; empty where it does not answer with 200. */
    CompletableFuture<String> page(URI url) {
        return client.sendAsync(
                        HttpRequest.newBuilder(url).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() == 200 ? response.body() : "");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private static HttpRequest request(Member member, String path, Duration timeout) {
        Backend backend = member.server().backend();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + backend.authority() + backend.path() + path))
                .timeout(timeout);
        if (backend.key() != null) {
            request.header("Authorization", "Bearer " + backend.key());
        }
        return request.build();
    }
}
