package io.berth.sim.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A value over time in a fixed number of buckets of equal width: its mean weighted by time, the least and the largest. When
 * time runs past the last bucket, pairs of buckets become one of twice the width.
 */
final class TimeBuckets {
    /** How many buckets there are; after a merge half of them are in use. */
    static final int COUNT = 512;

    private final double[] sums = new double[COUNT];
    private final double[] least = new double[COUNT];
    private final double[] largest = new double[COUNT];
    private long widthNanos = 1;
    private long endNanos;

    TimeBuckets() {
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    }

    /** The value was {@code value} from {@code fromNanos} to {@code toNanos}, both since the first instant. */
    void add(long fromNanos, long toNanos, double value) {
        if (toNanos <= fromNanos) {
            return;
        }
        while (toNanos > COUNT * widthNanos) {
            merge();
        }
        for (long at = fromNanos; at < toNanos; ) {
            int bucket = (int) (at / widthNanos);
            long end = StrictMath.min(toNanos, (bucket + 1) * widthNanos);
            sums[bucket] += value * (end - at);
            least[bucket] = StrictMath.min(least[bucket], value);
            largest[bucket] = StrictMath.max(largest[bucket], value);
            at = end;
        }
        endNanos = StrictMath.max(endNanos, toNanos);
    }

    long widthNanos() {
        return widthNanos;
    }

    /** How many buckets time has reached. */
    int size() {
        return (int) ((endNanos + widthNanos - 1) / widthNanos);
    }

    /** The mean of each bucket that time has reached; the last is over the part of it that is past. */
    List<Number> means() {
        List<Number> means = new ArrayList<>(size());
        for (int bucket = 0; bucket < size(); bucket++) {
            long covered = StrictMath.min(widthNanos, endNanos - bucket * widthNanos);
            means.add(Rounded.of(sums[bucket] / covered));
        }
        return means;
    }

    /** The least value of each bucket. */
    List<Number> least() {
        return rounded(least);
    }

    /** The largest value of each bucket. */
    List<Number> largest() {
        return rounded(largest);
    }

    private List<Number> rounded(double[] values) {
        List<Number> rounded = new ArrayList<>(size());
        for (int bucket = 0; bucket < size(); bucket++) {
            rounded.add(Rounded.of(values[bucket]));
        }
        return rounded;
    }

    private void merge() {
        for (int to = 0; to < COUNT; to++) {
            int from = 2 * to;
            boolean kept = from < COUNT;
            sums[to] = kept ? sums[from] + sums[from + 1] : 0;
            least[to] = kept ? StrictMath.min(least[from], least[from + 1]) : Double.POSITIVE_INFINITY;
            largest[to] = kept ? StrictMath.max(largest[from], largest[from + 1]) : Double.NEGATIVE_INFINITY;
        }
        widthNanos *= 2;
    }
}
