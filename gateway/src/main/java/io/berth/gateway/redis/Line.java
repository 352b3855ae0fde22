package io.berth.gateway.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection, made again and again until there is one, which mends itself then. One that is open and answers nothing for long is given
 * up for another. For any thread.
 */
final class Line<C extends StatefulConnection<?, ?>> {
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 5_000;
    private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<? extends CompletionStage<C>> connecting;
    private final String what;
    private final Consumer<String> note;
    private Consumer<C> ready = _ -> {};
    private volatile @Nullable C connection;
    private volatile boolean closed;
    /** Since when it has answered nothing; 0 where it has. */
    private volatile long silentNanos;

    private boolean failing;

    /** @param what it is to, in words */
    Line(Supplier<? extends CompletionStage<C>> connecting, String what, Consumer<String> note) {
        this.connecting = connecting;
        this.what = what;
        this.note = note;
    }

    /** Begins to connect; {@code wanted} is told of each connection that is made. */
    void open(Consumer<C> wanted) {
        ready = wanted;
        connect(FIRST_MILLIS);
    }

    /** The connection; null where there is none now. */
    @Nullable
    C now() {
        C there = connection;
        boolean usable = there != null && there.isOpen();
        if (there != null) {
            said(usable ? null : "it has closed the connection");
        }
        return usable ? there : null;
    }

    void answered() {
        silentNanos = 0;
    }

    /** A question was not answered. */
    synchronized void silent(long nowNanos) {
        C there = connection;
        if (silentNanos == 0) {
            silentNanos = nowNanos;
        } else if (nowNanos - silentNanos > DEAD_NANOS && there != null) {
            silentNanos = 0;
            said("it answers nothing");
            connection = null;
            there.closeAsync();
            connect(FIRST_MILLIS);
        }
    }

    private void connect(long waitMillis) {
        if (closed) {
            return;
        }
        attempt().whenComplete((made, problem) -> {
            if (problem == null) {
                made(made);
            } else {
                said(words(problem));
                long next = Math.min(LONGEST_MILLIS, 2 * waitMillis);
                CompletableFuture.delayedExecutor(waitMillis, TimeUnit.MILLISECONDS)
                        .execute(() -> connect(next));
            }
        });
    }

    private CompletionStage<C> attempt() {
        try {
            return connecting.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void made(C made) {
        connection = made;
        if (closed) {
            made.closeAsync();
            return;
        }
        ready.accept(made);
        said(null);
    }

    private synchronized void said(@Nullable String problem) {
        if (closed || failing == (problem != null)) {
            return;
        }
        failing = problem != null;
        note.accept(
                problem == null
                        ? "Redis at " + what + " is there again"
                        : "Redis at " + what + " cannot be had for now: " + problem);
    }

    /** The innermost reason, in a line. */
    private static String words(Throwable problem) {
        Throwable inner = problem;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        String message = inner.getMessage();
        return message == null
                ? inner.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    void close() {
        closed = true;
        C there = connection;
        if (there != null) {
            there.closeAsync();
        }
    }
}
