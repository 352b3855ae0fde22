package io.berth.core.policy;

import io.berth.core.time.Nanos;

/** An order by a number: whatever waits is sorted by it, and a job that waits can be compared with one that runs. */
@FunctionalInterface
public non-sealed interface KeyedOrder extends Order {
    /** First come first. */
    KeyedOrder BY_SUBMISSION = (job, _) -> job.submitNanos();

    /** The job's place in the queue at {@code now}: smaller goes first; equal keys go by submission, then by number. */
    long key(QueuedJob job, long now);

    /** True where waiting alone changes which of two jobs goes first; the queue is sorted anew for each pass then. */
    default boolean changesWithTime() {
        return false;
    }

    /**
     * True where the place in the queue alone does not say who may take the room of whom, but {@link #rank} too; by default it does.
     */
    default boolean ranks() {
        return false;
    }

    /** Where {@link #ranks()}: only a job of a larger rank takes the room of one that runs. That of a job that waits does not change. */
    default int rank(QueuedJob job, long now) {
        return 0;
    }

    /**
     * The moment from which the key of {@code running} may be larger than now, or its rank smaller, so that others may take its room
     * that may not now; {@link Nanos#NEVER} for not by itself. Until then its rank never falls and, unless {@link #changesWithTime},
     * its key never grows by running on. While all its tasks run, the moment stays the same until it has come.
     */
    default long weakensNanos(QueuedJob running, long now) {
        return Nanos.NEVER;
    }

    /**
     * True where {@code waiting} may take the room of {@code running} under {@code order}, if the strategy preempts at all. Only a job
     * that goes first may: else two could take each other's room for ever.
     */
    static boolean preempts(KeyedOrder order, QueuedJob waiting, QueuedJob running, long now) {
        return order.key(waiting, now) < order.key(running, now)
                && (!order.ranks() || order.rank(waiting, now) > order.rank(running, now));
    }

    @Override
    default KeyedOrder keyed() {
        return this;
    }
}
