package io.berth.core.policy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;

/** A job as an order sees it; it waits, or it runs and another would have its room. */
public interface QueuedJob {
    /** Its number. */
    long id();

    /** What was submitted; an order must not read {@link JobSpec#workNanos()}, which only the world knows. */
    JobSpec spec();

    /** How urgent it is, larger ones more: its own priority, and what its class adds. */
    default int priority() {
        return spec().priority();
    }

    /** When it was submitted. */
    long submitNanos();

    /** How long it has run until {@code now}, all its lives together. */
    long ranNanos(long now);

    /** How much of its work is done at {@code now}: what it ran without what was lost with a node or a failure. */
    long doneNanos(long now);

    /** What is left of the run time its user expects; {@link Nanos#NEVER} where unknown, 0 where it runs longer. */
    default long remainingNanos(long now) {
        long expected = spec().estimateNanos();
        return expected == Nanos.NEVER ? Nanos.NEVER : StrictMath.max(0, expected - doneNanos(now));
    }
}
