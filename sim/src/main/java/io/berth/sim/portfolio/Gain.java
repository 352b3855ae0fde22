package io.berth.sim.portfolio;

import io.berth.sim.comparison.Interval;
import io.berth.sim.comparison.StudentT;

/**
 * By how much costs fall under one strategy against another, run side by side on the same draws: natural logarithms of the ratio, above 0
 * where it is better.
 *
 * @param mean over the draws
 * @param low lower end of the interval
 * @param high upper end
 * @param draws how many there are; with fewer than two there is no interval, and its ends are infinite
 */
public record Gain(double mean, double low, double high, int draws) {
    /**
     * Of draws that are workloads of their own, such as those of seeds: the interval of their mean, by Student's t.
     *
     * @param confidence that the interval holds it, below 1
     */
    public static Gain ofSeeds(double[] gains, double confidence) {
        return of(gains, confidence, 1.0 / StrictMath.max(1, gains.length));
    }

    /**
     * Of draws that were made of one workload again: the interval of one more, since more draws do not make the workload longer than it
     * is. Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §12, for intervals by the bootstrap's deviation.
     */
    public static Gain ofRedrawn(double[] gains, double confidence) {
        return of(gains, confidence, 1 + 1.0 / StrictMath.max(1, gains.length));
    }

    /** With the confidence that all intervals of Berth have. */
    public static Gain of(double[] gains, boolean redrawn) {
        return redrawn ? ofRedrawn(gains, Interval.CONFIDENCE) : ofSeeds(gains, Interval.CONFIDENCE);
    }

    private static Gain of(double[] gains, double confidence, double part) {
        double sum = 0;
        for (double gain : gains) {
            sum += gain;
        }
        int draws = gains.length;
        double mean = draws == 0 ? Double.NaN : sum / draws;
        if (draws < 2) {
            return new Gain(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, draws);
        }
        double squares = 0;
        for (double gain : gains) {
            squares += (gain - mean) * (gain - mean);
        }
        double deviation = StrictMath.sqrt(squares / (draws - 1) * part);
        double half = deviation == 0 ? 0 : StudentT.quantile(confidence, draws - 1) * deviation;
        return new Gain(mean, mean - half, mean + half, draws);
    }

    /** True where it is better beyond chance, and by more than {@code least}. */
    public boolean above(double least) {
        return low > least;
    }
}
