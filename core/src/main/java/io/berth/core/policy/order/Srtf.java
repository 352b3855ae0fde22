package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;

/**
 * Shortest remaining time first.
 *
 * <p>Goals: the smallest mean completion time on one machine where jobs may be interrupted (Schrage, A proof of the
 * optimality of the shortest remaining processing time discipline, 1968). Constraints: long jobs may starve; without
 * preemption it is shortest job first, but for jobs that were interrupted.
 *
 * <p>Algorithm: by what is left of the run time the user expects. A job of 1 h of which 50 min are done has 10 min left and
 * goes before one of 20 min.
 */
public final class Srtf implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return job.remainingNanos(now);
    }
}
