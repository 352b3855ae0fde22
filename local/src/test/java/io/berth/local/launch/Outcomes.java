package io.berth.local.launch;

import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Remembers what it is told, and waits for it. */
final class Outcomes implements TaskListener {
    static final long LIMIT_SECONDS = 60;

    private final Map<TaskKey, CompletableFuture<Long>> started = new ConcurrentHashMap<>();
    private final Map<TaskKey, CompletableFuture<TaskExit>> ended = new ConcurrentHashMap<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Override
    public void started(TaskKey key, long pid) {
        told.add("started " + key.name());
        started.computeIfAbsent(key, any -> new CompletableFuture<>()).complete(pid);
    }

    @Override
    public void ended(TaskKey key, TaskExit exit) {
        told.add("ended " + key.name());
        ended.computeIfAbsent(key, any -> new CompletableFuture<>()).complete(exit);
    }

    long pid(TaskKey key) {
        return get(started.computeIfAbsent(key, any -> new CompletableFuture<>()), key);
    }

    TaskExit exit(TaskKey key) {
        return get(ended.computeIfAbsent(key, any -> new CompletableFuture<>()), key);
    }

    List<String> told() {
        return List.copyOf(told);
    }

    private static <T> T get(CompletableFuture<T> future, TaskKey key) {
        try {
            return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("nothing was told of " + key + " in " + LIMIT_SECONDS + " s", e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until something holds; looks often. */
    static void until(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + LIMIT_SECONDS + " s: " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
