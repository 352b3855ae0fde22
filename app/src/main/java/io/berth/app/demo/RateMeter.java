package io.berth.app.demo;

import io.berth.core.time.Nanos;

/** How often something happens per hour, over the last ten minutes of cluster time. */
final class RateMeter {
    private static final int MINUTES = 10;

    private final long[] counts = new long[MINUTES];
    private final long sinceNanos;
    private long minute;

    /** Counts from {@code sinceNanos} on. */
    RateMeter(long sinceNanos) {
        this.sinceNanos = sinceNanos;
        this.minute = sinceNanos / Nanos.MINUTE;
    }

    void happened(long atNanos) {
        turn(atNanos);
        counts[(int) (minute % MINUTES)]++;
    }

    /** The rate at {@code nowNanos}; 0 before any time has passed. */
    double perHour(long nowNanos) {
        turn(nowNanos);
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        long windowStart = (minute - MINUTES + 1) * Nanos.MINUTE;
        long window = nowNanos - Math.max(windowStart, sinceNanos);
        return window <= 0 ? 0 : (double) sum * Nanos.HOUR / window;
    }

    private void turn(long nowNanos) {
        long now = nowNanos / Nanos.MINUTE;
        for (long begun = Math.max(minute + 1, now - MINUTES + 1); begun <= now; begun++) {
            counts[(int) (begun % MINUTES)] = 0;
        }
        minute = Math.max(minute, now);
    }
}
