package io.berth.sim.table.rlscheduler;

import io.berth.core.policy.FreshJob;
import io.berth.core.workload.JobSpec;

/**
 * A job of RLScheduler's experiment.
 *
 * @param place in its sequence, from 0
 * @param submitNanos the log's time
 * @param nodes whole nodes that it holds
 */
record RlSchedulerJob(int place, JobSpec spec, long submitNanos, long nodes) implements FreshJob {
    @Override
    public long id() {
        return place;
    }

    long expectedNanos() {
        return spec.estimateNanos();
    }
}
