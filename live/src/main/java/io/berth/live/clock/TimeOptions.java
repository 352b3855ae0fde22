package io.berth.live.clock;

import io.berth.core.time.Nanos;

/**
 * How time passes in Berth against the machine's. Real time goes as the machine's monotonic clock does, and begins with its time of
 * day.
 *
 * @param scale 1 for real time; 60 makes an hour of a minute
 * @param startNanos UTC nanoseconds at which a new system begins; {@link #NOW} for the machine's clock
 * @param jumpNanos by how much the machine's clock is off, from what is known of it or against its monotonic one, that it
 *     is an event, nanoseconds
 */
public record TimeOptions(double scale, long startNanos, long jumpNanos) {
    /** Begin when the machine says it is. */
    public static final long NOW = -1;

    /** What is shown is not further off. Time synchronisation steps the clock from 0.128 s on (RFC 5905, STEPT). */
    private static final long REAL_JUMP_NANOS = 100 * Nanos.MILLISECOND;

    /** Clearly a step. */
    private static final long SCALED_JUMP_NANOS = Nanos.SECOND;

    /** Time as it is. */
    public static final TimeOptions REAL = new TimeOptions(1, NOW, REAL_JUMP_NANOS);

    public TimeOptions {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("The time scale (" + scale + ") must be a number above 0.");
        }
        if (startNanos < NOW || jumpNanos < 1) {
            throw new IllegalArgumentException("The startNanos (" + startNanos
                    + ") must not be negative, the jumpNanos (" + jumpNanos + ") must be at least 1.");
        }
    }

    /** Time that passes {@code scale} times as fast, from now on. */
    public static TimeOptions scaled(double scale) {
        return new TimeOptions(scale, NOW, SCALED_JUMP_NANOS);
    }

    /** The same, for a system that begins at {@code startNanos}. */
    public TimeOptions startingAt(long startNanos) {
        return new TimeOptions(scale, startNanos, jumpNanos);
    }

    /** True where what is shown is the machine's time of day. */
    public boolean followsMachine() {
        return scale == 1 && startNanos == NOW;
    }
}
