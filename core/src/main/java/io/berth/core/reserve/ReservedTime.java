package io.berth.core.reserve;

import io.berth.core.time.Nanos;

/**
 * When nodes are reserved: once, or again and again.
 *
 * @param startNanos of the first time; UTC nanoseconds; in an event from the event on
 * @param durationNanos of each time
 * @param everyNanos from one start to the next, at least {@code durationNanos}; 0 for once
 * @param times how often in all; 0 for as long as the reservation stands
 */
public record ReservedTime(long startNanos, long durationNanos, long everyNanos, long times) {
    public ReservedTime {
        if (durationNanos <= 0) {
            throw new IllegalArgumentException("The duration (" + Nanos.format(durationNanos) + ") must be above 0.");
        }
        if (everyNanos != 0 && everyNanos < durationNanos) {
            throw new IllegalArgumentException("A reservation cannot begin again (" + Nanos.format(everyNanos)
                    + ") before it is over (" + Nanos.format(durationNanos) + ").");
        }
        if (times < 0) {
            throw new IllegalArgumentException("The number of times (" + times + ") must not be negative.");
        }
    }

    /** From {@code startNanos} on for {@code durationNanos}, once. */
    public static ReservedTime once(long startNanos, long durationNanos) {
        return new ReservedTime(startNanos, durationNanos, 0, 0);
    }

    /** The start of the time that lasts at {@code at}, or of the next one; {@link Nanos#NEVER} where all are over. */
    public long startAt(long at) {
        if (endOf(startNanos) > at) {
            return startNanos;
        }
        if (everyNanos == 0) {
            return Nanos.NEVER;
        }
        long number = (at - startNanos) / everyNanos;
        long start = startNanos + number * everyNanos;
        if (endOf(start) <= at) {
            number++;
            start = Nanos.after(start, everyNanos);
        }
        return times > 0 && number >= times ? Nanos.NEVER : start;
    }

    /** The end of the time that begins at {@code start}; {@link Nanos#NEVER} for never. */
    public long endOf(long start) {
        return Nanos.after(start, durationNanos);
    }

    /** True where it lasts at {@code at}. */
    public boolean lasts(long at) {
        return startAt(at) <= at;
    }

    /** The next begin or end after {@code at}; {@link Nanos#NEVER} where nothing comes. */
    public long nextChange(long at) {
        long start = startAt(at);
        return start > at || start == Nanos.NEVER ? start : endOf(start);
    }

    /**
     * From when on somebody may be there for {@code runNanos} who must be gone when it is reserved.
     *
     * @return at least {@code at}; {@link Nanos#NEVER} for never
     */
    public long clearFrom(long at, long runNanos) {
        long start = startAt(at);
        if (start == Nanos.NEVER || start >= Nanos.after(at, runNanos)) {
            return at;
        }
        long end = endOf(start);
        if (everyNanos == 0 || startAt(end) == Nanos.NEVER || runNanos <= everyNanos - durationNanos) {
            return end;
        }
        return times == 0 ? Nanos.NEVER : endOf(startNanos + (times - 1) * everyNanos);
    }

    /** From when on the same may not be there that may at {@code at}; {@link Nanos#NEVER} where always. */
    public long clearUntil(long at, long runNanos) {
        long start = startAt(at);
        return start == Nanos.NEVER ? start : start - runNanos + 1;
    }
}
