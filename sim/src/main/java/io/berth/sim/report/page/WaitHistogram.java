package io.berth.sim.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * How long jobs waited, counted in buckets whose width is a thirty-second of their value, so that any number of jobs takes
 * the same room. Counts at the edges of buckets are exact.
 */
final class WaitHistogram {
    /** Buckets between a power of two and the next, as bits. */
    private static final int PART_BITS = 5;

    private static final int PARTS = 1 << PART_BITS;

    /** A long has 63 bits of value; all below {@link #PARTS} share the first two rows. */
    private static final int BUCKETS = (63 - PART_BITS + 1) * PARTS;

    /** Points closer than this part of all jobs are one point of the curve. */
    private static final long CURVE_STEPS = 200;

    private final long[] counts = new long[BUCKETS];
    private long size;
    private double sumNanos;
    private long largestNanos;

    /**
     * A point of the cumulative curve.
     *
     * @param nanos a wait
     * @param jobs how many jobs waited as long or less
     */
    record Point(long nanos, long jobs) {}

    void add(long nanos) {
        counts[bucket(nanos)]++;
        size++;
        sumNanos += nanos;
        largestNanos = StrictMath.max(largestNanos, nanos);
    }

    long size() {
        return size;
    }

    /** The mean wait; NaN where nobody waited. */
    double meanNanos() {
        return size == 0 ? Double.NaN : sumNanos / size;
    }

    long largestNanos() {
        return largestNanos;
    }

    /** The wait that the part {@code q} (0 to 1) of the jobs does not exceed, up to the width of a bucket. */
    double quantileNanos(double q) {
        long seen = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            seen += counts[bucket];
            if (seen > 0 && seen >= q * size) {
                return StrictMath.min(largestNanos, upper(bucket));
            }
        }
        return Double.NaN;
    }

    /** The cumulative curve as steps; between two of its points it keeps the value of the first. */
    List<Point> curve() {
        List<Point> points = new ArrayList<>();
        long step = size / CURVE_STEPS;
        long seen = 0;
        long drawn = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if (counts[bucket] == 0) {
                continue;
            }
            seen += counts[bucket];
            if (points.isEmpty() || seen - drawn >= step || seen == size) {
                points.add(new Point(StrictMath.min(largestNanos, upper(bucket)), seen));
                drawn = seen;
            }
        }
        return points;
    }

    /** The bucket of {@code nanos}; small values have one each. */
    static int bucket(long nanos) {
        if (nanos < PARTS) {
            return (int) nanos;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        int part = (int) (nanos >>> exponent - PART_BITS) & PARTS - 1;
        return (exponent - PART_BITS + 1) * PARTS + part;
    }

    /** The largest value of a bucket. */
    static long upper(int bucket) {
        if (bucket < PARTS) {
            return bucket;
        }
        int shift = bucket / PARTS - 1;
        long first = (long) (PARTS + bucket % PARTS) << shift;
        return first + (1L << shift) - 1;
    }
}
