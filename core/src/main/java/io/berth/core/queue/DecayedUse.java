package io.berth.core.queue;

import java.util.Arrays;

/**
 * What each queue held over time, by resource: the mean of what it held at each moment, a moment counting half as much for each half-life
 * that it is past. Where a queue held the same for ever, it is that. It changes only when something is taken or given, at the moments of events, so
 * that it is the same however often somebody looks.
 */
final class DecayedUse {
    /**
     * So far ahead queues are compared, as if all that runs ran on: what just started counts before it ran, so that one queue does not get all that is free in one
     * pass. Kueue samples use as often by default (KEP-4136).
     */
    static final long AHEAD_NANOS = 300L * 1_000_000_000L;

    private final int columns;
    private final double[] mean;
    /** By queue: the moment of its means. */
    private final long[] asOf;

    DecayedUse(int queues, int columns, long nowNanos) {
        this.columns = columns;
        this.mean = new double[queues * columns];
        this.asOf = new long[queues];
        Arrays.fill(asOf, nowNanos);
    }

    /** Before what {@code queue} holds changes at {@code nowNanos}. */
    void settle(int queue, QueueUse use, long nowNanos, long halfLifeNanos) {
        if (nowNanos <= asOf[queue]) {
            return;
        }
        double left = left(nowNanos - asOf[queue], halfLifeNanos);
        for (int column = 0; column < columns; column++) {
            int cell = queue * columns + column;
            mean[cell] = mean[cell] * left + use.used(queue, column) * (1 - left);
        }
        asOf[queue] = nowNanos;
    }

    /** The greatest part of what the cluster has that {@code queue} will have held at {@code atNanos}, if it goes on to hold what {@code use} says. */
    double dominantShare(int queue, QueueUse use, long atNanos, long halfLifeNanos) {
        double left = left(StrictMath.max(0, atNanos - asOf[queue]), halfLifeNanos);
        double dominant = 0;
        for (int column = 0; column < columns; column++) {
            double held = mean[queue * columns + column] * left + use.used(queue, column) * (1 - left);
            dominant = StrictMath.max(dominant, QueueUse.part(held, use.capacity(column)));
        }
        return dominant;
    }

    /** The mean of {@code column} at {@code atNanos}, if {@code queue} held up to then what {@code use} says. */
    double mean(int queue, int column, QueueUse use, long atNanos, long halfLifeNanos) {
        double left = left(StrictMath.max(0, atNanos - asOf[queue]), halfLifeNanos);
        return mean(queue, column) * left + use.used(queue, column) * (1 - left);
    }

    /** The same, apart from now on. */
    DecayedUse copy() {
        DecayedUse copy = new DecayedUse(asOf.length, columns, 0);
        System.arraycopy(mean, 0, copy.mean, 0, mean.length);
        System.arraycopy(asOf, 0, copy.asOf, 0, asOf.length);
        return copy;
    }

    private static double left(long nanos, long halfLifeNanos) {
        return StrictMath.pow(0.5, (double) nanos / halfLifeNanos);
    }

    double mean(int queue, int column) {
        return mean[queue * columns + column];
    }

    long asOf(int queue) {
        return asOf[queue];
    }

    /** What was kept of {@code queue} before. */
    void restore(int queue, long nanos, int column, double value) {
        asOf[queue] = nanos;
        mean[queue * columns + column] = value;
    }
}
