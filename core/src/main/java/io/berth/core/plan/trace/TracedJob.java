package io.berth.core.plan.trace;

import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import org.jspecify.annotations.Nullable;

/**
 * What a pass told of a job.
 *
 * @param nodes as they were when the pass came to it: what was taken before is taken, what it got itself is not
 * @param reason why it was passed over or turned away; null where it starts
 * @param promisedNanos from when on room is kept for it, UTC nanoseconds; {@link io.berth.core.time.Nanos#NEVER} for never
 */
public record TracedJob(Job job, NodeCount nodes, @Nullable Reason reason, long promisedNanos) {
    /** How many of its tasks there was room for at once. */
    public int room() {
        return (int) StrictMath.min(nodes.slots(), job.spec().tasks());
    }

    TracedJob because(@Nullable Reason why) {
        return new TracedJob(job, nodes, why, promisedNanos);
    }

    TracedJob promised(long atNanos) {
        return new TracedJob(job, nodes, reason, atNanos);
    }
}
