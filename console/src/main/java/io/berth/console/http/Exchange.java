package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.Refusals.RefusedException;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.ProblemException;
import io.berth.console.http.message.Query;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Callback;

/** One request and its answer; on a virtual thread of its own, which waits for the other side. */
final class Exchange {
    /** What is still taken, and thrown away, of a body that is refused, so that its sender gets to read why. */
    private static final long LINGER_BYTES = 4L << 20;

    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So much of a body that nobody wanted is read so that the connection can go on; of more, it ends. */
    private static final long LITTLE_BYTES = 64 << 10;

    /** An answer goes out in pieces, each of which the reader must take before it counts as slow: 3 kB/s. */
    private static final int PIECE_BYTES = 64 << 10;

    private final org.eclipse.jetty.server.Request asked;
    private final org.eclipse.jetty.server.Response answer;
    private final HttpEdge.Options options;
    private final Wire wire;
    private final BodyStream body;

    Exchange(
            org.eclipse.jetty.server.Request asked,
            org.eclipse.jetty.server.Response answer,
            HttpEdge.Options options) {
        this.asked = asked;
        this.answer = answer;
        this.options = options;
        this.wire = Wire.of(asked);
        this.body = new BodyStream(asked, wire);
    }

    /** Has the request answered; {@code done} hears when that is over. */
    void run(Callback done) {
        long began = System.nanoTime();
        options.exchanges().begun();
        Request request = bare();
        int status = 0;
        try {
            Response response;
            try {
                HeadLimits.check(asked);
                request = request();
                response = options.handler().answer(request);
            } catch (ProblemException e) {
                response = e.problem().response();
            } catch (RuntimeException e) {
                response = failed(request, e);
            }
            status = response.status();
            send(request, response);
            count(request, status, began);
            wire.enter(goesOn() ? Phase.IDLE : Phase.HEAD);
            done.succeeded();
        } catch (IOException | InterruptedException | RuntimeException | RefusedException e) {
            count(request, status, began);
            wire.enter(Phase.HEAD);
            done.failed(e);
        }
    }

    /** Gives {@code response} the headers of {@code answer}. */
    static void putHeaders(org.eclipse.jetty.server.Response response, Response answer) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        answer.headers().forEach(headers::put);
        if (!answer.type().isEmpty()) {
            headers.put(HttpHeader.CONTENT_TYPE, answer.type());
        }
    }

    private void count(Request request, int status, long began) {
        options.exchanges().ended(request, status, Duration.ofNanos(System.nanoTime() - began));
    }

    private boolean goesOn() {
        return asked.getConnectionMetaData().isPersistent();
    }

    /** Where the head may not be what it should be: method and path only. */
    private Request bare() {
        return new Request(
                asked.getMethod(),
                path(),
                List.of(),
                new LinkedHashMap<>(),
                wire.sender(),
                _ -> List.of(),
                new Request.Body(InputStream.nullInputStream(), 0));
    }

    private Request request() {
        HttpFields headers = asked.getHeaders();
        boolean chunked = headers.contains(HttpHeader.TRANSFER_ENCODING);
        return new Request(
                asked.getMethod(),
                path(),
                Query.segments(asked.getHttpURI().getPath()),
                Query.parse(asked.getHttpURI().getQuery()),
                wire.sender(),
                headers::getValuesList,
                new Request.Body(body, chunked ? -1 : Math.max(0, headers.getLongField(HttpHeader.CONTENT_LENGTH))));
    }

    private String path() {
        return String.valueOf(asked.getHttpURI().getPath());
    }

    private Response failed(Request request, RuntimeException e) {
        options.report().accept("a bug: " + request.method() + " " + request.path() + " failed: " + e);
        return Problem.of(500, "failed", "this program failed", "the request failed by a bug of this program")
                .response();
    }

    private void send(Request request, Response response) throws IOException, InterruptedException, RefusedException {
        boolean head = request.method().equals("HEAD");
        answer.setStatus(response.status());
        switch (response) {
            case Response.Whole whole -> sendWhole(request, Compression.apply(request, whole), head);
            case Response.Stream stream -> {
                putHeaders(answer, stream);
                if (!head) {
                    write(false, new byte[0], 0, 0);
                    stream.feed().writeTo(bytes -> writeAll(false, bytes));
                }
                write(true, new byte[0], 0, 0);
            }
        }
    }

    private void sendWhole(Request request, Response.Whole whole, boolean head)
            throws IOException, InterruptedException, RefusedException {
        long unread = request.body().unread();
        // Whoever asks before it sends its body does not send it now.
        boolean last =
                unread > LITTLE_BYTES || (unread > 0 && asked.getHeaders().contains(HttpHeader.EXPECT));
        if (last) {
            answer.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        putHeaders(answer, whole);
        boolean counted = whole.body().length > 0 || (head && whole.status() != 204);
        if (counted) {
            answer.getHeaders().put(HttpHeader.CONTENT_LENGTH, whole.body().length);
        }
        try {
            writeAll(true, head ? new byte[0] : whole.body());
        } catch (IOException e) {
            if (answer.isCommitted()) {
                throw e;
            }
            throw new RefusedException(whole);
        }
        if (unread > 0) {
            linger(last ? LINGER_BYTES : LITTLE_BYTES);
        }
    }

    private void writeAll(boolean last, byte[] bytes) throws IOException {
        int from = 0;
        do {
            int to = Math.min(bytes.length, from + PIECE_BYTES);
            write(last && to == bytes.length, bytes, from, to);
            from = to;
        } while (from < bytes.length);
    }

    /** @throws IOException where the reader has gone, or takes nothing for too long */
    private void write(boolean last, byte[] bytes, int from, int to) throws IOException {
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        answer.write(
                last,
                ByteBuffer.wrap(bytes, from, to - from),
                Callback.from(() -> written.complete(true), written::completeExceptionally));
        if (written.isDone() && !written.isCompletedExceptionally()) {
            return;
        }
        wire.enter(Phase.SENDING);
        try {
            written.get(options.limits().slowest().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException("the reader has gone", e.getCause());
        } catch (TimeoutException e) {
            wire.close(e);
            throw new IOException("the reader takes nothing", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            wire.close(e);
            throw new IOException("the server is closing", e);
        } finally {
            wire.enter(Phase.BUSY);
        }
    }

    /** A connection that is closed on unread bytes is reset, and a reset can overtake the answer. */
    private void linger(long most) throws IOException {
        body.hurry(LINGER_NANOS);
        byte[] buffer = new byte[16 << 10];
        long left = most;
        int read = 0;
        try {
            while (read >= 0 && left > 0) {
                read = body.read(buffer);
                left -= read;
            }
        } catch (ProblemException e) {
            throw new IOException("the rest of the request does not come", e);
        }
    }
}
