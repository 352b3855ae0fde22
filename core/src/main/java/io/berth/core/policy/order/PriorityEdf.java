package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;

/**
 * Earliest deadline first among the equally urgent.
 *
 * <p>Goals: urgent jobs first, and of those of one priority as few missed deadlines as can be. Constraints: a priority that always has work
 * starves those below it, unless waits are bounded. Algorithm: the largest priority first, its class's included; of one priority the job that
 * should have ended first, to the second; jobs without a deadline go last in theirs.
 *
 * <p>Source: Liu, Layland 1973, within fixed priorities as Linux's scheduling classes have them.
 */
public final class PriorityEdf implements KeyedOrder {
    /** Deadlines take the lower half of a key: seconds since 1970, until 2106. */
    private static final int DEADLINE_BITS = 32;

    private static final long LATEST = (1L << DEADLINE_BITS) - 1;

    @Override
    public long key(QueuedJob job, long now) {
        long due = Nanos.after(job.submitNanos(), job.spec().deadlineNanos());
        long second = due == Nanos.NEVER ? LATEST : StrictMath.clamp(due / Nanos.SECOND, 0, LATEST - 1);
        // Less than any priority by one: 2^31 of them above 0 and below.
        return ((-1L - job.priority()) << DEADLINE_BITS) + second;
    }
}
