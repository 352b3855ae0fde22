package io.berth.core.workload;

/**
 * A part of a job's work with a demand of its own.
 *
 * @param name its user's name for it, unique in its job
 * @param group its tasks
 * @param estimateNanos the run time that the user expects of it; {@link io.berth.core.time.Nanos#NEVER} where unknown
 * @param workNanos the run time it really takes where the world is simulated or emulated; no policy sees it
 */
public record Phase(String name, TaskGroup group, long estimateNanos, long workNanos) {
    public Phase {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A phase must have a name.");
        }
        if (estimateNanos < 0 || workNanos < 0) {
            throw new IllegalArgumentException("The estimate (" + estimateNanos + ") and the run time (" + workNanos
                    + ") of phase (" + name + ") must not be negative.");
        }
    }

    /** The same, which really takes {@code newWorkNanos}. */
    public Phase withWork(long newWorkNanos) {
        return new Phase(name, group, estimateNanos, newWorkNanos);
    }

    /** The same of {@code newGroup}. */
    public Phase withGroup(TaskGroup newGroup) {
        return new Phase(name, newGroup, estimateNanos, workNanos);
    }
}
