package io.berth.core.metric;

import io.berth.core.state.Job;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import java.util.List;

/**
 * How many jobs with a deadline missed it. A job whose deadline is still to come counts neither way, nor one that was
 * cancelled; one that failed or was rejected missed it.
 */
final class DeadlineMisses {
    private long due;
    private long missed;

    /** {@code job} left. */
    void ended(Job job, long atNanos, JobOutcome outcome) {
        if (outcome != JobOutcome.CANCELLED && job.dueNanos() != Nanos.NEVER) {
            due++;
            missed += outcome != JobOutcome.FINISHED || atNanos > job.dueNanos() ? 1 : 0;
        }
    }

    /** The part that missed it, with those of {@code living} that should have ended before {@code now}. NaN without any. */
    double rate(List<Job> living, long now) {
        long late = living.stream().filter(job -> job.dueNanos() < now).count();
        return due + late == 0 ? Double.NaN : (double) (missed + late) / (due + late);
    }
}
