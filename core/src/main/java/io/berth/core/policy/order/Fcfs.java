package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;

/**
 * First come, first served.
 *
 * <p>Goals: fairness by arrival. Constraints: none. Algorithm: by the time of submission.
 */
public final class Fcfs implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return job.submitNanos();
    }
}
