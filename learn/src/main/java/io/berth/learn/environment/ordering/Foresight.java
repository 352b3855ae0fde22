package io.berth.learn.environment.ordering;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;

/**
 * What comes of a choice when an order makes all that follow: the world is copied, the choice is made there, and the order plays on. It
 * knows how long jobs really run, which no scheduler does. For one thread.
 *
 * <p>Source: Bertsekas, Tsitsiklis, Wu: Rollout algorithms for combinatorial optimization, Journal of Heuristics 3, 1997, §2.
 */
public final class Foresight {
    private final OrderingJobs jobs;
    private final KeyedOrder order;
    private final Horizon horizon;
    private final QueuedJob[] queued;
    /** Keys by job where time does not change them. */
    private final long[] keys;

    private final QueueWorld world;

    /** How far it looks. */
    public enum Horizon {
        /** Until the jobs that wait now have started: what a scheduler can know of, but for the run times. */
        QUEUE,
        /** To the end of the episode, with the jobs that are still to come. */
        EPISODE
    }

    /** Looks ahead in episodes of {@code jobs} with {@code order}. */
    public Foresight(OrderingJobs jobs, boolean backfill, KeyedOrder order, Horizon horizon) {
        this.jobs = jobs;
        this.order = order;
        this.horizon = horizon;
        this.world = new QueueWorld(jobs, backfill);
        this.queued = new QueuedJob[jobs.count()];
        this.keys = new long[jobs.count()];
        for (int place = 0; place < queued.length; place++) {
            queued[place] = jobs.queued(place);
            keys[place] = order.key(queued[place], jobs.submitNanos[place]);
        }
    }

    /** The sum of the bounded slowdowns that come when {@code row} of {@code environment} is chosen next; smaller is better. */
    public double slowdowns(QueueOrdering environment, int row) {
        if (environment.jobs() != jobs) {
            throw new IllegalArgumentException("It looks ahead in episodes of another log.");
        }
        world.copy(environment.world());
        double before = world.slowdowns();
        if (horizon == Horizon.QUEUE) {
            world.close();
        }
        world.choose(environment.place(row));
        while (!world.over()) {
            world.choose(first());
        }
        return world.slowdowns() - before;
    }

    /** The place in the queue of the job with the smallest key; the queue is by submission, so that equal keys are, too. */
    private int first() {
        boolean moves = order.changesWithTime();
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int place = 0; place < world.waiting(); place++) {
            int job = world.job(place);
            long key = moves ? order.key(queued[job], world.nowNanos()) : keys[job];
            if (key < least) {
                best = place;
                least = key;
            }
        }
        return best;
    }
}
