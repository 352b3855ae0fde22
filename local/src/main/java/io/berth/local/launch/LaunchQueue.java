package io.berth.local.launch;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.local.launch.folder.TaskKey;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What waits to be launched: one task of each job in turn, so that a gang of thousands does not hold up a job of one. It has threads
 * of its own, so that neither ends nor stops wait behind it.
 */
final class LaunchQueue implements MetricSource, AutoCloseable {
    private static final Metric WAITING = Metric.gauge(
            "berth_launches_waiting", "tasks", "Tasks that are to be started on this machine and wait for their turn.");

    /** What is begun is brought to its end at close, some milliseconds of work each; one on a disk that hangs is left. */
    private static final long CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor threads;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param most launches at once */
    LaunchQueue(int most) {
        ExecutorService made = Executors.newFixedThreadPool(
                most, Thread.ofPlatform().daemon().name("berth-launch-", 1).factory());
        threads = (ThreadPoolExecutor) made;
    }

    /** Has {@code launch} called for each of {@code keys}, in order, a few at once. Returns at once. */
    void add(List<TaskKey> keys, Consumer<TaskKey> launch) {
        waiting.addAndGet(keys.size());
        Iterator<TaskKey> left = keys.iterator();
        for (int lane = 0; lane < Math.min(keys.size(), threads.getCorePoolSize()); lane++) {
            again(new Lane(left, launch));
        }
    }

    @Override
    public List<Metric> metrics() {
        return List.of(WAITING);
    }

    @Override
    public void write(MetricText text) {
        text.put(WAITING, waiting.get());
    }

    /** What was not begun is dropped: it was never started, and the next launcher on this state finds it so. */
    @Override
    public void close() {
        threads.shutdown();
        threads.getQueue().clear();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void again(Lane lane) {
        try {
            threads.execute(lane);
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
            return;
        }
    }

    /** Launches one task of a job and goes to the end of the queue. */
    private final class Lane implements Runnable {
        private final Iterator<TaskKey> left;
        private final Consumer<TaskKey> launch;

        Lane(Iterator<TaskKey> left, Consumer<TaskKey> launch) {
            this.left = left;
            this.launch = launch;
        }

        @Override
        public void run() {
            TaskKey key;
            synchronized (left) {
                if (!left.hasNext()) {
                    return;
                }
                key = left.next();
            }
            waiting.decrementAndGet();
            try {
                launch.accept(key);
            } finally {
                again(this);
            }
        }
    }
}
