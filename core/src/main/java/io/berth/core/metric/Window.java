package io.berth.core.metric;

import io.berth.core.time.Nanos;

/**
 * The part of a run that is measured: jobs submitted in it count, and what the nodes hold counts while it lasts. What comes
 * before, while the cluster fills, and after, while it drains, happens but is not measured.
 *
 * @param fromNanos its first instant
 * @param toNanos its last instant; {@link Nanos#NEVER} for the end of the run
 */
public record Window(long fromNanos, long toNanos) {
    /** The whole run. */
    public static final Window ALL = new Window(Long.MIN_VALUE, Nanos.NEVER);

    public Window {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException("The window must not end before it begins.");
        }
    }

    /** True for the whole run. */
    public boolean isAll() {
        return fromNanos == Long.MIN_VALUE && toNanos == Nanos.NEVER;
    }

    /** True where the instant is in it. */
    public boolean holds(long atNanos) {
        return atNanos >= fromNanos && atNanos <= toNanos;
    }

    /** How much of the time from {@code begin} to {@code end} is in it; 0 where nothing is. */
    long overlap(long begin, long end) {
        return StrictMath.max(0, StrictMath.min(end, toNanos) - StrictMath.max(begin, fromNanos));
    }
}
