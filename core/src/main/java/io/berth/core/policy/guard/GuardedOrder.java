package io.berth.core.policy.guard;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;

/**
 * Instead of an order that failed: first come, first served.
 *
 * @param changesWithTime as the order said when it was made: the queue is sorted by what is said here
 */
record GuardedOrder(KeyedOrder order, Guard guard, boolean changesWithTime, boolean ranks) implements KeyedOrder {
    static GuardedOrder of(KeyedOrder order, Guard guard) {
        boolean changes = false;
        boolean ranked = false;
        try {
            changes = order.changesWithTime();
            ranked = order.ranks();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
        }
        return new GuardedOrder(order, guard, changes, ranked);
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
