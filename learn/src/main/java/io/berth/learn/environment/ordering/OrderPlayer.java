package io.berth.learn.environment.ordering;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;
import java.util.stream.IntStream;

/** Plays an order of the catalog through the queue's event loop; it sees all waiting jobs. For one thread. */
public final class OrderPlayer {
    private final OrderingJobs jobs;
    private final KeyedOrder order;
    private final QueueWorld world;
    private final QueuedJob[] submitted;

    /** Plays {@code order} over {@code jobs}. */
    public OrderPlayer(OrderingJobs jobs, KeyedOrder order, boolean backfill) {
        this.jobs = jobs;
        this.order = order;
        this.world = new QueueWorld(jobs, backfill);
        this.submitted = IntStream.range(0, jobs.count()).mapToObj(jobs::queued).toArray(QueuedJob[]::new);
    }

    /** Plays {@code count} jobs from {@code start} to their end. */
    public Figures play(int start, int count) {
        world.begin(jobs, start, count);
        while (!world.over()) {
            world.choose(first());
        }
        return Figures.of(Goal.BOUNDED_SLOWDOWN.figure(), world.meanBoundedSlowdown())
                .and(Goal.JCT.figure(), world.meanCompletionSeconds())
                .and(Goal.UTILISATION.figure(), world.utilisation())
                .and(Goal.DEADLINE_MISSES.figure(), 0);
    }

    /** The queue is by submission, so an equal key goes to the earlier. */
    private int first() {
        int best = 0;
        long bestKey = order.key(submitted[world.job(0)], world.nowNanos());
        for (int place = 1; place < world.waiting(); place++) {
            long key = order.key(submitted[world.job(place)], world.nowNanos());
            if (key < bestKey) {
                best = place;
                bestKey = key;
            }
        }
        return best;
    }
}
