package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The body of a request, which must come at a least rate. */
final class BodyStream extends InputStream {
    /** How far a body may be behind the rate. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(5);

    /** The largest body that is taken, 1 MiB, comes within 37 s. */
    private static final long BYTES_PER_SECOND = 32 << 10;

    private static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;

    private final Request request;
    private final Wire wire;
    private long end;
    private boolean began;
    private boolean over;
    private Content.@Nullable Chunk chunk;

    BodyStream(Request request, Wire wire) {
        this.request = request;
        this.wire = wire;
    }

    /** From now on it is only read away, for {@code nanos} at most. */
    void hurry(long nanos) {
        began = true;
        end = System.nanoTime() + nanos;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws ProblemException where it comes too slowly */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!began) {
            hurry(GRACE);
        }
        while (chunk == null && !over) {
            next();
        }
        Content.Chunk current = chunk;
        if (current == null) {
            return -1;
        }
        int count = Math.min(length, current.remaining());
        current.getByteBuffer().get(bytes, offset, count);
        end += count * NANOS_PER_BYTE;
        if (!current.hasRemaining()) {
            over = current.isLast();
            current.release();
            chunk = null;
        }
        return count;
    }

    private void next() throws IOException {
        Content.Chunk read = request.read();
        if (read == null) {
            await();
        } else if (Content.Chunk.isFailure(read)) {
            throw new IOException(read.getFailure());
        } else if (read.hasRemaining()) {
            chunk = read;
        } else {
            over = read.isLast();
            read.release();
        }
    }

    private void await() throws IOException {
        CountDownLatch came = new CountDownLatch(1);
        wire.enter(Phase.BODY);
        request.demand(came::countDown);
        try {
            if (!came.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                over = true;
                throw Problem.of(408, "too-slow", "the request came too slowly", "the body came too slowly")
                        .exception();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is closing", e);
        } finally {
            wire.enter(Phase.BUSY);
        }
    }
}
