package io.berth.core.time;

import java.util.Locale;

/** Time in Berth is UTC nanoseconds since 1970, and durations are nanoseconds, both as {@code long}. */
public final class Nanos {
    public static final long MILLISECOND = 1_000_000L;
    public static final long SECOND = 1_000_000_000L;
    public static final long MINUTE = 60 * SECOND;
    public static final long HOUR = 60 * MINUTE;
    public static final long DAY = 24 * HOUR;

    /** A deadline that never comes; about the year 2262. */
    public static final long NEVER = Long.MAX_VALUE;

    private Nanos() {}

    /** Seconds as a fraction, for reports. */
    public static double toSeconds(long nanos) {
        return nanos / 1e9;
    }

    /** The deadline {@code duration} after {@code now}, {@link #NEVER} where it would overflow. */
    public static long after(long now, long duration) {
        long deadline = now + duration;
        return duration >= 0 && deadline < now ? NEVER : deadline;
    }

    /** A short human form: {@code 850ms}, {@code 12.3s}, {@code 4m 05s}, {@code 3h 20m}, {@code 2d 4h}. */
    public static String format(long nanos) {
        long size = StrictMath.abs(nanos);
        if (size < SECOND) {
            return nanos / MILLISECOND + "ms";
        }
        if (size < MINUTE) {
            return String.format(Locale.ROOT, "%.1fs", toSeconds(nanos));
        }
        if (size < HOUR) {
            return String.format(Locale.ROOT, "%dm %02ds", nanos / MINUTE, size % MINUTE / SECOND);
        }
        if (size < DAY) {
            return String.format(Locale.ROOT, "%dh %02dm", nanos / HOUR, size % HOUR / MINUTE);
        }
        return nanos / DAY + "d " + size % DAY / HOUR + "h";
    }
}
