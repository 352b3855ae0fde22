package io.berth.spec.scenario;

import io.berth.core.time.Nanos;

/**
 * The part of a trace that is replayed and measured.
 *
 * @param fromNanos its first instant, by the trace's clock; {@link Long#MIN_VALUE} for the trace's begin
 * @param untilNanos the first instant after it; {@link Nanos#NEVER} for the trace's end
 */
public record Period(long fromNanos, long untilNanos) {
    /** The whole trace. */
    public static final Period ALL = new Period(Long.MIN_VALUE, Nanos.NEVER);

    public Period {
        if (untilNanos <= fromNanos) {
            throw new IllegalArgumentException("A period must not end before it begins.");
        }
    }

    /** True for the whole trace. */
    public boolean isAll() {
        return fromNanos == Long.MIN_VALUE && untilNanos == Nanos.NEVER;
    }
}
