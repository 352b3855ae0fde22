package io.berth.sim.table.rlscheduler;

import io.berth.core.policy.QueuedJob;
import io.berth.core.workload.JobSpec;

/**
 * A job of RLScheduler's experiment.
 *
 * @param place in its sequence, from 0
 * @param submitNanos the log's time
 * @param nodes whole nodes that it holds
 */
record RlSchedulerJob(int place, JobSpec spec, long submitNanos, long nodes) implements QueuedJob {
    @Override
    public long id() {
        return place;
    }

    @Override
    public long ranNanos(long now) {
        return 0;
    }

    @Override
    public long doneNanos(long now) {
        return 0;
    }

    long expectedNanos() {
        return spec.estimateNanos();
    }
}
