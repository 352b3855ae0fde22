package io.berth.core.state;

import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;

/**
 * A job that left the state.
 *
 * @param atNanos when it left
 * @param outcome how
 */
public record JobEnd(Job job, long atNanos, JobOutcome outcome) {
    /** When its last task ended: before {@link #atNanos} where that was told late, as nobody listened. */
    public long endNanos() {
        boolean told = job.course.toldNanos >= 0 && job.course.startNanos >= 0;
        return told ? StrictMath.min(atNanos, Nanos.after(job.course.startNanos, job.course.toldNanos)) : atNanos;
    }
}
