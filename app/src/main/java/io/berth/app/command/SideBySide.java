package io.berth.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Independent runs on all cores; results stand in the order of the tasks, as if one had run after the other. */
public final class SideBySide {
    private SideBySide() {}

    /** The results of {@code tasks}; the first exception, in the order of the tasks, is thrown as it is. */
    public static <T> List<T> run(List<Callable<T>> tasks) {
        List<T> results = new ArrayList<>(tasks.size());
        int threads = Math.min(tasks.size(), Runtime.getRuntime().availableProcessors());
        try {
            if (threads <= 1) {
                for (Callable<T> task : tasks) {
                    results.add(task.call());
                }
                return results;
            }
            return onThreads(tasks, threads, results);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("A run failed: " + e, e);
        }
    }

    private static <T> List<T> onThreads(List<Callable<T>> tasks, int threads, List<T> results)
            throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> futures = new ArrayList<>(tasks.size());
            for (Callable<T> task : tasks) {
                futures.add(workers.submit(task));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException("A run failed: " + e.getCause(), e);
            }
        } finally {
            workers.shutdownNow();
            workers.close();
        }
    }
}
