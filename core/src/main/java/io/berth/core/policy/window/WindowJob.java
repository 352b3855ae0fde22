package io.berth.core.policy.window;

import io.berth.core.cluster.Shape;
import io.berth.core.workload.term.RunProfile;

/**
 * A job of a window.
 *
 * @param job its number
 * @param shape what each of its tasks asks for
 * @param tasks how many tasks it has; they start together or not at all
 * @param priority as of its spec, higher first
 * @param waitedNanos how long it has waited
 * @param profile what it is worth where
 */
public record WindowJob(long job, Shape shape, int tasks, int priority, long waitedNanos, RunProfile profile) {
    /** A job that is worth the same wherever it is. */
    public WindowJob(long job, Shape shape, int tasks, int priority, long waitedNanos) {
        this(job, shape, tasks, priority, waitedNanos, RunProfile.NONE);
    }

    /** Thousandths of GPUs that all its tasks ask for. */
    public long milli() {
        return (long) tasks * shape.demand().totalGpuMilli();
    }
}
