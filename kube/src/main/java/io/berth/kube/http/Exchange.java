package io.berth.kube.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** One call and what comes back, on the thread of its connection. */
abstract sealed class Exchange {
    private static final int MOST_BEGINNINGS = 3;

    private final Request request;
    private final long begunNanos = System.nanoTime();
    private int beginnings;

    private Exchange(Request request) {
        this.request = request;
    }

    final Request request() {
        return request;
    }

    /** True where it may be begun once more, as nothing was done so far. */
    final boolean mayBegin() {
        return beginnings++ < MOST_BEGINNINGS;
    }

    /** True where the server had its time. */
    boolean late(long nowNanos, Limits limits) {
        return nowNanos - begunNanos > limits.call().toNanos();
    }

    /** It has a number on {@code connection} now. */
    abstract void begun(Connection connection, int id);

    abstract void head(int code, long retryAfterSeconds);

    /** Takes some of the body; returns how many bytes of it need no more room here. */
    abstract int data(ByteBuf some);

    abstract void end();

    /** No more comes. */
    abstract void fail(Exception problem);

    /** Kept until it is whole. */
    static final class Whole extends Exchange {
        private final CompletableFuture<Response> response = new CompletableFuture<>();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
        private int code;
        private long retryAfterSeconds;

        Whole(Request request) {
            super(request);
        }

        CompletableFuture<Response> response() {
            return response;
        }

        @Override
        void begun(Connection connection, int id) {}

        @Override
        void head(int status, long seconds) {
            code = status;
            retryAfterSeconds = seconds;
        }

        @Override
        int data(ByteBuf some) {
            int length = some.readableBytes();
            byte[] bytes = new byte[length];
            some.readBytes(bytes);
            body.writeBytes(bytes);
            return length;
        }

        @Override
        void end() {
            response.complete(new Response(code, body.toByteArray(), retryAfterSeconds));
        }

        @Override
        void fail(Exception problem) {
            response.completeExceptionally(problem);
        }
    }

    /** Handed on as it comes. */
    static final class Flowing extends Exchange {
        private final CompletableFuture<Streamed> opened = new CompletableFuture<>();
        private final FlowingBody body = new FlowingBody();

        Flowing(Request request) {
            super(request);
        }

        /** Completes with the head. */
        CompletableFuture<Streamed> opened() {
            return opened;
        }

        /** Nobody waits for the head any more. */
        void abandon() {
            body.close();
        }

        /** A list of all pods may take its time; whether the server is there at all, the connection finds out. */
        @Override
        boolean late(long nowNanos, Limits limits) {
            return false;
        }

        @Override
        void begun(Connection connection, int id) {
            body.comesBy(connection, id);
        }

        @Override
        void head(int code, long retryAfterSeconds) {
            opened.complete(new Streamed(code, retryAfterSeconds, body));
        }

        @Override
        int data(ByteBuf some) {
            byte[] bytes = new byte[some.readableBytes()];
            some.readBytes(bytes);
            body.add(bytes);
            return 0;
        }

        @Override
        void end() {
            body.end();
        }

        @Override
        void fail(Exception problem) {
            opened.completeExceptionally(problem);
            body.fail(problem instanceof TimeoutException ? new IOException("no answer in time") : problem);
        }
    }
}
