package io.berth.core.metric;

import java.util.Arrays;

/**
 * A list of values and what is said of it; quantiles are the value at index ⌊q n⌋ of the sorted list.
 *
 * <p>Where values come for ever, at most so many are kept: of the others every second, then every fourth, and so on. Their number,
 * mean and maximum are of all values, quantiles and variance of those that are kept.
 */
public final class Distribution {
    private static final int FIRST_LENGTH = 64;

    private final int most;
    private double[] values = new double[FIRST_LENGTH];
    private int size;
    private boolean sorted = true;
    private int count;
    private double sum;
    private double largest = Double.NEGATIVE_INFINITY;

    /** One of so many values is kept. */
    private int stride = 1;

    /** How many came since the last that was kept. */
    private int since;

    /** Of all values. */
    public Distribution() {
        this(Integer.MAX_VALUE);
    }

    private Distribution(int most) {
        this.most = most;
    }

    /** Keeps at most {@code most} values, which is even. */
    public static Distribution bounded(int most) {
        if (most < FIRST_LENGTH || most % 2 != 0) {
            throw new IllegalArgumentException("The most (" + most + ") values must be even and at least 64.");
        }
        return new Distribution(most);
    }

    public void add(double value) {
        count++;
        sum += value;
        largest = StrictMath.max(largest, value);
        if (++since < stride) {
            return;
        }
        since = 0;
        if (size == most) {
            thin();
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, StrictMath.min(most, size * 2));
        }
        values[size++] = value;
        sorted = false;
    }

    /** Keeps every second value in the order of their sizes, so that quantiles stay where they were. */
    private void thin() {
        sort();
        size /= 2;
        for (int i = 0; i < size; i++) {
            values[i] = values[2 * i + 1];
        }
        stride *= 2;
    }

    /** How many values there were. */
    public int size() {
        return count;
    }

    /** How many of them are kept. */
    int kept() {
        return size;
    }

    /** The mean; NaN where there is no value. */
    public double mean() {
        return count == 0 ? Double.NaN : sum / count;
    }

    /** The population variance; NaN where there is no value. */
    public double variance() {
        double mean = mean();
        double squares = 0;
        for (int i = 0; i < size; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return size == 0 ? Double.NaN : squares / size;
    }

    /** The {@code q}-quantile, 0 to 1; NaN where there is no value. */
    public double quantile(double q) {
        if (size == 0) {
            return Double.NaN;
        }
        sort();
        return values[StrictMath.min(size - 1, (int) (q * size))];
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(values, 0, size);
            sorted = true;
        }
    }

    /** The largest value; NaN where there is none. */
    public double max() {
        return count == 0 ? Double.NaN : largest;
    }
}
