package io.berth.core.policy.guard;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;

/** Instead of an order that failed: first come, first served. */
final class GuardedOrder implements KeyedOrder {
    private final KeyedOrder order;
    private final Guard guard;
    private final boolean changesWithTime;
    private final boolean ranks;

    GuardedOrder(KeyedOrder order, Guard guard) {
        this.order = order;
        this.guard = guard;
        boolean changes = false;
        boolean ranked = false;
        try {
            changes = order.changesWithTime();
            ranked = order.ranks();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
        }
        this.changesWithTime = changes;
        this.ranks = ranked;
    }

    @Override
    public long key(QueuedJob job, long now) {
        if (!guard.broken()) {
            try {
                return order.key(job, now);
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                guard.threw(e);
            }
        }
        return job.submitNanos();
    }

    /** As it said when it was made: the queue is sorted by what is said here. */
    @Override
    public boolean changesWithTime() {
        return changesWithTime;
    }

    @Override
    public boolean ranks() {
        return ranks;
    }

    @Override
    public int rank(QueuedJob job, long now) {
        if (!guard.broken()) {
            try {
                return order.rank(job, now);
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                guard.threw(e);
            }
        }
        return 0;
    }

    @Override
    public long weakensNanos(QueuedJob running, long now) {
        if (!guard.broken()) {
            try {
                return order.weakensNanos(running, now);
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                guard.threw(e);
            }
        }
        return Nanos.NEVER;
    }
}
