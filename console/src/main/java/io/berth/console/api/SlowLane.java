package io.berth.console.api;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread of the operating system for work that takes long. Requests have virtual threads, of which only as many run as there
 * are cores and none gives way to another: two of them that compute for a second stop all others for that second.
 */
final class SlowLane implements AutoCloseable {
    private final ExecutorService thread;

    SlowLane(String name) {
        thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
    }

    /** Does {@code work} after what came before, and waits for it. */
    <T extends @Nullable Object> T run(Supplier<T> work) {
        Future<T> future = thread.submit(work::get);
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw Engine.stopped().exception();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
