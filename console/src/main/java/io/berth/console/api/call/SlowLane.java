package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.edge.access.Caller;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread of the operating system for work that takes long. Requests have virtual threads, of which only as many run as there
 * are cores and none gives way to another: two of them that compute for a second stop all others for that second. So many may wait
 * for it and no more, and of one tenant or user so few that those of others still may.
 */
public final class SlowLane implements AutoCloseable {
    private static final int MOST = 32;
    private static final int MOST_OF_ONE = 4;

    private final ExecutorService thread;

    /** How many wait or are worked for, by scope; none for a scope of which none is. */
    private final Map<String, Integer> waiting = new TreeMap<>();

    private int all;

    public SlowLane(String name) {
        thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
    }

    /** A place among those that wait, until it is closed. */
    public final class Place implements AutoCloseable {
        private final String holder;

        private Place(String holder) {
            this.holder = holder;
        }

        /** Does {@code work} after what came before, and waits for it. */
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return SlowLane.this.run(work);
        }

        @Override
        public void close() {
            leave(holder);
        }
    }

    /** A place for what {@code caller} wants; refused where too many are taken. */
    public Place enter(Caller caller) {
        String holder = caller.scope().name();
        enter(holder, caller.name());
        return new Place(holder);
    }

    /** Does {@code work} for {@code caller} after what came before, and waits for it; refused where too much waits already. */
    public <T extends @Nullable Object> T run(Caller caller, Supplier<T> work) {
        try (Place place = enter(caller)) {
            return place.run(work);
        }
    }

    /** Does {@code work} of somebody who has a place, or of this program itself. */
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        Future<T> future = thread.submit(work::get);
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            switch (cause) {
                case RuntimeException failed -> throw failed;
                case Error fatal -> throw fatal;
                default -> throw new IllegalStateException(cause);
            }
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw Engine.stopped().exception();
        }
    }

    private synchronized void enter(String holder, String name) {
        int own = waiting.getOrDefault(holder, 0);
        if (all >= MOST) {
            throw busy(503, "unavailable", "the system cannot serve now", "as many as " + MOST + " such requests");
        }
        if (!holder.isEmpty() && own >= MOST_OF_ONE) {
            throw busy(
                    429,
                    "too-many-requests",
                    "too much is asked at once",
                    "as many as " + MOST_OF_ONE + " such requests of " + name);
        }
        all++;
        waiting.put(holder, own + 1);
    }

    private synchronized void leave(String holder) {
        all--;
        waiting.computeIfPresent(holder, (_, own) -> own == 1 ? null : own - 1);
    }

    private static RuntimeException busy(int status, String kind, String title, String waits) {
        return Problem.of(status, kind, title, waits + " are being worked on; try again in a second")
                .with("Retry-After", "1")
                .exception();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
