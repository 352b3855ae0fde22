package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;

/**
 * Shortest job first.
 *
 * <p>Goals: the smallest mean waiting time that an order without preemption gives (Smith, Various optimizers for
 * single-stage production, 1956). Constraints: long jobs may starve. Algorithm: by the run time the user expects; jobs
 * without an estimate go last.
 */
public final class Sjf implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return job.spec().estimateNanos();
    }
}
