package io.berth.core.policy;

/** A job that never ran: all of its work is before it. */
public interface FreshJob extends QueuedJob {
    @Override
    default long ranNanos(long now) {
        return 0;
    }

    @Override
    default long doneNanos(long now) {
        return 0;
    }
}
