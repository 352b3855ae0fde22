package io.berth.core.engine;

import io.berth.core.event.Event;

/**
 * The one source of time and timers. A virtual driver jumps from event to event; a live one waits. Nothing behind this
 * interface can ask which one runs. All calls come from the engine's thread.
 */
public interface Driver {
    /** The present instant, UTC nanoseconds; never goes back. */
    long nowNanos();

    /** Delivers {@code event} at {@code deadlineNanos}, or with the next instant if that has passed. */
    void at(long deadlineNanos, Event event);

    /**
     * The very event that was to be delivered at {@code deadlineNanos}, and was not yet, is of no use any more; a driver may deliver it none the
     * less.
     */
    default void forget(long deadlineNanos, Event event) {}
}
