package io.berth.kube.api;

import io.berth.kube.wire.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Calls of an API server, all over one connection of HTTP/2, from any thread. */
public final class ApiClient implements AutoCloseable {
    /** What a change is sent as. */
    public static final String MERGE_PATCH = "application/merge-patch+json";

    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** A server that is alive answers in less; one that is slow has done it or not, which is asked for then. */
    private static final Duration CALL = Duration.ofSeconds(15);

    /**
     * Changes that pods need before they are bound come by thousands; a server takes 100 calls of a connection at once, watches, bindings
     * and events among them.
     */
    private static final int MOST_CHANGES = 24;

    private final ApiServer server;
    private final String base;
    private final ExecutorService answers = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("berth-kube-http").daemon().factory());
    private final Turns changes = new Turns(MOST_CHANGES, answers);
    private final HttpClient http;

    public ApiClient(ApiServer server) {
        this.server = server;
        String address = server.address().toString();
        base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(server.tls())
                .connectTimeout(CONNECT)
                .executor(answers)
                .build();
    }

    /** Where it asks. */
    public URI address() {
        return server.address();
    }

    /** Why a call failed, in words; what the client throws has often none. */
    public static String why(@Nullable Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException) {
                return "nobody answers there";
            }
            if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
                return "no answer in time";
            }
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            boolean wraps = cause instanceof CompletionException && cause.getCause() != null;
            if (cause.getMessage() != null && !wraps) {
                return cause.getMessage();
            }
        }
        return problem == null ? "no answer" : problem.getClass().getSimpleName();
    }

    /** What {@code path} has, whole. */
    public CompletableFuture<Answer> get(String path) {
        return send(request(path).GET());
    }

    /** Makes an object of {@code sealed}, in its envelope. */
    public CompletableFuture<Answer> post(String path, byte[] sealed) {
        return send(request(path).header("Content-Type", Envelope.TYPE).POST(BodyPublishers.ofByteArray(sealed)));
    }

    /** Writes the object whole. */
    public CompletableFuture<Answer> put(String path, byte[] sealed) {
        return send(request(path).header("Content-Type", Envelope.TYPE).PUT(BodyPublishers.ofByteArray(sealed)));
    }

    /** Changes what {@code json} names, when it is its turn. */
    public CompletableFuture<Answer> patch(String path, String type, String json) {
        return changes.take(
                () -> send(request(path).header("Content-Type", type).method("PATCH", BodyPublishers.ofString(json))));
    }

    /** Deletes an object, as {@code sealed} options say. */
    public CompletableFuture<Answer> delete(String path, byte[] sealed) {
        return send(request(path)
                .header("Content-Type", Envelope.TYPE)
                .method("DELETE", BodyPublishers.ofByteArray(sealed)));
    }

    /**
     * The client's own limit ends with the headers, and wakes its thread for each call. What is done with answers must not block, as it is
     * done on a thread of the JVM's.
     */
    private CompletableFuture<Answer> send(HttpRequest.Builder request) {
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request.build(), BodyHandlers.ofByteArray());
        CompletableFuture<Answer> answer =
                sent.thenApply(ApiClient::answer).orTimeout(CALL.toSeconds(), TimeUnit.SECONDS);
        answer.whenComplete((_, problem) -> {
            if (problem instanceof TimeoutException) {
                sent.cancel(true);
            }
        });
        return answer;
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        return new Answer(
                response.statusCode(),
                response.body(),
                response.headers().firstValueAsLong("Retry-After").orElse(0));
    }

    /**
     * What {@code path} has, as it comes; the caller closes it. It may come for ever.
     *
     * @throws RefusedException where the server answers that it does not
     */
    public InputStream stream(String path, String accept) throws IOException, InterruptedException {
        HttpRequest request = begun(path).header("Accept", accept).GET().build();
        HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() == 200) {
            return response.body();
        }
        try (InputStream body = response.body()) {
            throw new RefusedException(new Answer(
                    response.statusCode(),
                    body.readAllBytes(),
                    response.headers().firstValueAsLong("Retry-After").orElse(0)));
        }
    }

    private HttpRequest.Builder request(String path) {
        return begun(path).header("Accept", Envelope.TYPE);
    }

    private HttpRequest.Builder begun(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).header("User-Agent", "berth");
        String token = server.token().get();
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    @Override
    public void close() {
        http.shutdownNow();
        answers.shutdown();
    }
}
