package io.berth.optimize.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that share out pieces of work whose number does not depend on how many threads there are. What the pieces add up is added
 * in their order by whoever asked, so sums of doubles are the same on any number of threads.
 */
public final class Crew implements AutoCloseable {
    private final int threads;
    private final ExecutorService others;

    /** Something that is done piece by piece; different pieces write to different places. */
    public interface Job {
        void run(int piece);
    }

    public Crew(int threads) {
        this.threads = threads;
        this.others = Executors.newFixedThreadPool(
                Math.max(1, threads - 1),
                Thread.ofPlatform().daemon().name("berth-optimize-", 0).factory());
    }

    /** Does pieces 0 to {@code pieces - 1} and returns when all are done. */
    public void each(int pieces, Job job) {
        AtomicInteger next = new AtomicInteger();
        Runnable share = () -> {
            for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
                job.run(piece);
            }
        };
        List<Future<?>> shares = new ArrayList<>();
        for (int other = 1; other < Math.min(threads, pieces); other++) {
            shares.add(others.submit(share));
        }
        share.run();
        shares.forEach(Crew::await);
    }

    private static void await(Future<?> share) {
        try {
            share.get();
        } catch (ExecutionException wrong) {
            throw new IllegalStateException("A piece of work failed.", wrong.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for work that is shared out.", stopped);
        }
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
