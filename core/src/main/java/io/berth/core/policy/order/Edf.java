package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;

/**
 * Earliest deadline first.
 *
 * <p>Goals: as few missed deadlines as can be while there is room for all (Liu, Layland: Scheduling algorithms for
 * multiprogramming, 1973). Constraints: under overload many miss theirs by a little. Algorithm: by the time by which the job
 * should have ended; jobs without a deadline go last.
 */
public final class Edf implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return Nanos.after(job.submitNanos(), job.spec().deadlineNanos());
    }
}
