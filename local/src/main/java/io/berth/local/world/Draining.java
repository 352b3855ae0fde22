package io.berth.local.world;

import io.berth.local.launch.folder.TaskKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Replicas of services that are to be stopped, and go on until nobody sends to them any more, or for as long as they may take. For any
 * thread. What a Berth that stopped was waiting for here, the next one begins anew.
 */
final class Draining implements AutoCloseable {
    private final Consumer<TaskKey> stop;
    private final Map<TaskKey, ScheduledFuture<?>> waiting = new LinkedHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-draining").factory());

    /** @param stop asks a replica to end */
    Draining(Consumer<TaskKey> stop) {
        this.stop = stop;
    }

    /** The replica is to be stopped, in {@code nanos} at the latest; at once where that is 0. */
    void begin(TaskKey key, long nanos) {
        if (nanos <= 0) {
            stop.accept(key);
            return;
        }
        synchronized (waiting) {
            if (!timer.isShutdown() && !waiting.containsKey(key)) {
                waiting.put(key, timer.schedule(() -> end(key), nanos, TimeUnit.NANOSECONDS));
            }
        }
    }

    /** True while the replica waits for that. */
    boolean waits(TaskKey key) {
        synchronized (waiting) {
            return waiting.containsKey(key);
        }
    }

    /** Asks the replica to end now, if it waits for that. */
    void end(TaskKey key) {
        if (forget(key)) {
            stop.accept(key);
        }
    }

    /** The replica has ended by itself; true where it waited. */
    boolean forget(TaskKey key) {
        synchronized (waiting) {
            ScheduledFuture<?> timed = waiting.remove(key);
            if (timed != null) {
                timed.cancel(false);
            }
            return timed != null;
        }
    }

    /** Asks nobody any more. */
    @Override
    public void close() {
        synchronized (waiting) {
            timer.shutdownNow();
            waiting.clear();
        }
    }
}
