package io.berth.console.curve;

import io.berth.core.time.Nanos;
import java.util.TreeMap;

/**
 * Which forecasts are worth an event: the first of a start, then those that differ from the last by a tenth of the time that is
 * left, and of one job at most one in ten seconds. So a run of any length writes tens of records, not one for each step.
 */
final class ProgressReports {
    /** Of one job. */
    static final long LEAST_GAP_NANOS = 10 * Nanos.SECOND;

    private static final long LEAST_CHANGE_NANOS = 5 * Nanos.SECOND;
    private static final int TENTH = 10;

    private final TreeMap<Long, Sent> sent = new TreeMap<>();

    private record Sent(long decision, long endNanos, long atNanos) {}

    /** True where it should be said that {@code job}, which runs by {@code decision}, ends at {@code endNanos}; it is then said. */
    boolean worth(long job, long decision, long endNanos, long nowNanos) {
        if (endNanos == Nanos.NEVER) {
            return false;
        }
        Sent last = sent.get(job);
        long change = Math.max(LEAST_CHANGE_NANOS, (endNanos - nowNanos) / TENTH);
        boolean worth = last == null
                || last.decision != decision
                || nowNanos - last.atNanos >= LEAST_GAP_NANOS && Math.abs(endNanos - last.endNanos) > change;
        if (worth) {
            sent.put(job, new Sent(decision, endNanos, nowNanos));
        }
        return worth;
    }

    /** The job is over. */
    void forget(long job) {
        sent.remove(job);
    }
}
