package io.berth.core.metric;

import java.util.Arrays;

/** A list of values and what is said of it; quantiles are the value at index ⌊q n⌋ of the sorted list. */
public final class Distribution {
    private double[] values = new double[64];
    private int size;
    private boolean sorted = true;

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
        sorted = false;
    }

    public int size() {
        return size;
    }

    /** The mean; NaN where there is no value. */
    public double mean() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[i];
        }
        return size == 0 ? Double.NaN : sum / size;
    }

    /** The population variance; NaN where there is no value. */
    public double variance() {
        double mean = mean();
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += (values[i] - mean) * (values[i] - mean);
        }
        return size == 0 ? Double.NaN : sum / size;
    }

    /** The {@code q}-quantile, 0 to 1; NaN where there is no value. */
    public double quantile(double q) {
        if (size == 0) {
            return Double.NaN;
        }
        if (!sorted) {
            Arrays.sort(values, 0, size);
            sorted = true;
        }
        return values[StrictMath.min(size - 1, (int) (q * size))];
    }

    /** The largest value; NaN where there is none. */
    public double max() {
        return quantile(1);
    }
}
