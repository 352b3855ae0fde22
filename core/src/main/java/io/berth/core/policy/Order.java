package io.berth.core.policy;

import io.berth.core.time.Nanos;

/** Says which waiting job is tried first. */
@FunctionalInterface
public interface Order {
    /** The job's place in the queue at {@code now}: smaller goes first; equal keys go by submission, then by number. */
    long key(QueuedJob job, long now);

    /** True where waiting alone changes which of two jobs goes first; the queue is sorted anew for each pass then. */
    default boolean changesWithTime() {
        return false;
    }

    /**
     * True where {@code waiting} may take the room of {@code running}, if the strategy preempts at all. Only a job that goes first
     * may: else two could take each other's room for ever.
     */
    default boolean preempts(QueuedJob waiting, QueuedJob running, long now) {
        return key(waiting, now) < key(running, now);
    }

    /** When running on will let others preempt {@code running} that may not now; {@link Nanos#NEVER} for not by itself. */
    default long weakensNanos(QueuedJob running, long now) {
        return Nanos.NEVER;
    }
}
