package io.berth.edge.metric;

import java.util.Arrays;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** How often values came, by size; any thread adds. */
public final class Histogram {
    private final double[] bounds;
    private final LongAdder[] counts;
    private final DoubleAdder sum = new DoubleAdder();

    private Histogram(double[] bounds) {
        this.bounds = bounds.clone();
        this.counts = new LongAdder[bounds.length + 1];
        Arrays.setAll(counts, _ -> new LongAdder());
    }

    /** With buckets up to each of {@code bounds}, rising, and one for what is above. */
    public static Histogram ofSeconds(double... bounds) {
        return new Histogram(bounds);
    }

    public void add(double value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    /** How many buckets have a bound. */
    int bounds() {
        return bounds.length;
    }

    double bound(int bucket) {
        return bounds[bucket];
    }

    /** How many values came in {@code bucket} alone. */
    long count(int bucket) {
        return counts[bucket].sum();
    }

    double sum() {
        return sum.sum();
    }
}
