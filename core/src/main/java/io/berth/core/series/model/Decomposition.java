package io.berth.core.series.model;

import java.util.Arrays;

/** Level and seasons of a series, by moving averages: where models begin, and what they are freed of. */
final class Decomposition {
    private Decomposition() {}

    /** The centred moving average over {@code length} values; at the ends the first and last that there are. */
    static double[] movingAverage(double[] values, int length) {
        int n = values.length;
        if (length <= 1) {
            return values.clone();
        }
        int half = length / 2;
        if (n <= 2 * half) {
            return filled(n, mean(values, 0, n));
        }
        double[] average = new double[n];
        double[] sums = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + values[i];
        }
        for (int i = half; i < n - half; i++) {
            double sum = sums[i + half + 1] - sums[i - half];
            if (length % 2 == 0) {
                sum -= (values[i - half] + values[i + half]) / 2;
            }
            average[i] = sum / length;
        }
        Arrays.fill(average, 0, half, average[half]);
        Arrays.fill(average, n - half, n, average[n - half - 1]);
        return average;
    }

    /**
     * What belongs to each place of each season in the first {@code used} values, as what is added to the level or what it is multiplied by.
     * Of the longer season it is what the shorter ones leave.
     */
    static Cycle[] seasons(double[] values, Seasons seasons, int used, boolean multiplied) {
        double[] level = movingAverage(values, seasons.longest());
        double[] rest = new double[StrictMath.min(used, values.length)];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = multiplied ? StrictMath.log(values[i] / level[i]) : values[i] - level[i];
        }
        Cycle[] cycles = new Cycle[seasons.count()];
        for (int s = 0; s < cycles.length; s++) {
            double[] index = places(rest, seasons.length(s));
            for (int i = 0; i < rest.length; i++) {
                rest[i] -= index[i % index.length];
            }
            for (int i = 0; multiplied && i < index.length; i++) {
                index[i] = StrictMath.exp(index[i]);
            }
            cycles[s] = new Cycle(index, 0);
        }
        return cycles;
    }

    /** The mean by place, all of them less their mean. */
    private static double[] places(double[] rest, int length) {
        double[] sums = new double[length];
        int[] counts = new int[length];
        for (int i = 0; i < rest.length; i++) {
            sums[i % length] += rest[i];
            counts[i % length]++;
        }
        double mean = 0;
        for (int i = 0; i < length; i++) {
            sums[i] /= StrictMath.max(1, counts[i]);
            mean += sums[i] / length;
        }
        for (int i = 0; i < length; i++) {
            sums[i] -= mean;
        }
        return sums;
    }

    /**
     * True where values a season apart are more alike than chance has it, by the test of the M4 competition: the autocorrelation at the season
     * against 1.645 standard errors.
     */
    static boolean seasonal(double[] values, int length) {
        int n = values.length;
        if (n < 3 * length) {
            return false;
        }
        double mean = mean(values, 0, n);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        if (squares == 0) {
            return false;
        }
        double others = 0;
        for (int lag = 1; lag < length; lag++) {
            double r = products(values, mean, lag) / squares;
            others += r * r;
        }
        double r = products(values, mean, length) / squares;
        return StrictMath.abs(r) > 1.645 * StrictMath.sqrt((1 + 2 * others) / n);
    }

    private static double products(double[] values, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < values.length; i++) {
            sum += (values[i] - mean) * (values[i - lag] - mean);
        }
        return sum;
    }

    /** The mean of the values from {@code from} on, up to {@code to}. */
    static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static double[] filled(int n, double value) {
        double[] all = new double[n];
        Arrays.fill(all, value);
        return all;
    }
}
