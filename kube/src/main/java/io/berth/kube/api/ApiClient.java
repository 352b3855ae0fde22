package io.berth.kube.api;

import io.berth.kube.http.Request;
import io.berth.kube.http.Streamed;
import io.berth.kube.http.Transport;
import io.berth.kube.wire.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Calls of an API server, over one connection where the server has HTTP/2, from any thread. */
public final class ApiClient implements AutoCloseable {
    /** What a change is sent as. */
    public static final String MERGE_PATCH = "application/merge-patch+json";

    public static final String JSON_PATCH = "application/json-patch+json";

    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private static final String APPLY = "application/apply-patch+yaml";
    private static final String JSON = "application/json";
    private static final byte[] NO_OPTIONS = "{}".getBytes(StandardCharsets.UTF_8);

    private static final byte[] NOTHING = new byte[0];

    /**
     * Changes that pods need before they are bound come by thousands; a server takes 100 calls of a connection at once, watches, bindings
     * and events among them.
     */
    private static final int MOST_CHANGES = 24;

    private final ApiServer server;
    private final String prefix;
    private final Turns changes = new Turns(MOST_CHANGES);
    private final Transport transport;

    public ApiClient(ApiServer server) {
        this.server = server;
        String path = server.address().getRawPath();
        prefix = path == null ? "" : path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        transport = Transport.to(server.address(), server.tls());
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
        return send("GET", path, "", NOTHING);
    }

    /** Makes an object of {@code sealed}, in its envelope. */
    public CompletableFuture<Answer> post(String path, byte[] sealed) {
        return send("POST", path, Envelope.TYPE, sealed);
    }

    /** Writes the object whole. */
    public CompletableFuture<Answer> put(String path, byte[] sealed) {
        return send("PUT", path, Envelope.TYPE, sealed);
    }

    /** Changes what {@code json} names, when it is its turn. */
    public CompletableFuture<Answer> patch(String path, String type, String json) {
        return changes.take(() -> send("PATCH", path, type, json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Makes an object of a kind that the server has in JSON only, or changes it, as {@code manager} wants it. */
    public CompletableFuture<Answer> apply(String path, String manager, String json) {
        String query = "?force=true&fieldManager=" + manager;
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return changes.take(() -> send("PATCH", path + query, APPLY, body, JSON));
    }

    /** Changes what {@code json} names of such an object, when it is its turn. */
    public CompletableFuture<Answer> patchDefined(String path, String type, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return changes.take(() -> send("PATCH", path, type, body, JSON));
    }

    /** What {@code path} has, whole, in JSON. */
    public CompletableFuture<Answer> getDefined(String path) {
        return send("GET", path, "", NOTHING, JSON);
    }

    /** Deletes such an object. */
    public CompletableFuture<Answer> delete(String path) {
        return send("DELETE", path, JSON, NO_OPTIONS, JSON);
    }

    /** Deletes an object, as {@code sealed} options say. */
    public CompletableFuture<Answer> delete(String path, byte[] sealed) {
        return send("DELETE", path, Envelope.TYPE, sealed);
    }

    /** What is done with answers must not block, as it is done on the thread that brings them. */
    private CompletableFuture<Answer> send(String method, String path, String type, byte[] body) {
        return send(method, path, type, body, Envelope.TYPE);
    }

    private CompletableFuture<Answer> send(String method, String path, String type, byte[] body, String accept) {
        return transport
                .send(request(method, path, accept, type, body))
                .thenApply(response -> new Answer(response.code(), response.body(), response.retryAfterSeconds()));
    }

    /**
     * What {@code path} has, as it comes; the caller closes it. It may come for ever.
     *
     * @throws RefusedException where the server answers that it does not
     */
    public InputStream stream(String path, String accept) throws IOException, InterruptedException {
        Streamed answer = transport.stream(request("GET", path, accept, "", NOTHING));
        if (answer.code() == 200) {
            return answer.body();
        }
        try (InputStream body = answer.body()) {
            throw new RefusedException(new Answer(answer.code(), body.readAllBytes(), answer.retryAfterSeconds()));
        }
    }

    private Request request(String method, String path, String accept, String type, byte[] body) {
        return new Request(
                method, prefix + path, accept, type, body, server.token().get());
    }

    @Override
    public void close() {
        transport.close();
    }
}
