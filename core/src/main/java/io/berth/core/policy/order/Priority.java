package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;

/**
 * Priority with aging.
 *
 * <p>Goals: urgent jobs first, none waits for ever. Constraints: only a higher priority as submitted preempts, not age.
 *
 * <p>Algorithm: largest p + a h first, with p the job's priority, h the hours waited and a the aging. Age grows alike for all, so
 * the order of two jobs never changes while they wait: with a = 2, a job of priority 0 submitted 1 h before one of priority 2
 * is level with it.
 *
 * <p>Source: Unix and batch systems alike; Slurm's priority/multifactor has the same age term.
 */
public final class Priority implements KeyedOrder {
    private final double nanosPerLevel;

    /** @param aging levels of priority gained per hour of waiting; 0 for none, then equal priorities go by submission */
    public Priority(double aging) {
        this.nanosPerLevel = aging > 0 ? Nanos.HOUR / aging : 0;
    }

    @Override
    public long key(QueuedJob job, long now) {
        int priority = job.priority();
        return nanosPerLevel == 0 ? -priority : (long) (job.submitNanos() - priority * nanosPerLevel);
    }

    @Override
    public boolean ranks() {
        return true;
    }

    @Override
    public int rank(QueuedJob job, long now) {
        return job.priority();
    }
}
