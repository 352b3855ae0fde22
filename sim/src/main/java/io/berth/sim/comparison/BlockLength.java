package io.berth.sim.comparison;

/**
 * How many consecutive values of a series belong together, so that blocks of so many are nearly independent.
 *
 * <p>Algorithm: the lag m after which the autocorrelations are no more than noise is searched; a flat-top window of twice that
 * width estimates G = Σ λ(k/2m) |k| R(k) and the long-run variance g = Σ λ(k/2m) R(k); the length is (3/2 (G/g)²)^(1/3)
 * n^(1/3), for blocks that go around the end. It is never less than n^(1/3), the rate of Hall, Horowitz and Jing (Biometrika 82,
 * 1995), and at most 3 √n or a third of the series.
 *
 * <p>Source: Politis and White, Automatic block-length selection for the dependent bootstrap, Econometric Reviews 23, 2004, §3;
 * corrected by Patton, Politis and White, 28, 2009.
 */
public final class BlockLength {
    /** Lags that must be noise before the search ends. */
    private static final int QUIET_LAGS = 5;

    /** A longer series is looked at in means of consecutive values; so a million values take milliseconds, not seconds. */
    private static final int MOST_VALUES = 10_000;

    private static final int LONGER = 4;
    private static final int LEAST_BLOCKS = 6;
    private static final int LEAST_LENGTHS = 16;

    private final double[] values;
    private final double mean;

    private BlockLength(double[] values) {
        this.values = values;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        this.mean = sum / values.length;
    }

    /** The length for {@code values}, which are finite; at least 1. */
    public static int of(double[] values) {
        return of(values, 0);
    }

    /** @param sight of the series, within which correlations are looked for and a length may be, where that is more than usual */
    private static int of(double[] values, double sight) {
        int batch = (values.length + MOST_VALUES - 1) / MOST_VALUES;
        double[] means = batch <= 1 ? values : batchMeans(values, batch);
        int n = means.length;
        int most = (int) StrictMath.max(1, StrictMath.min(StrictMath.max(3 * StrictMath.sqrt(n), sight * n), n / 3.0));
        if (most == 1) {
            return 1;
        }
        double length = StrictMath.max(new BlockLength(means).factor(sight), 1) * StrictMath.cbrt(n);
        return batch * (int) StrictMath.min(most, StrictMath.ceil(length));
    }

    /**
     * The length for differences between jobs that queued, one strategy's minus another's. Queues forget slowly, so blocks are four
     * times as long as {@link #of} says, correlations are looked for within an eighth of the list, and there are six blocks at least:
     * so two queues that do not differ are marked as different at most 7 times in a hundred, and without that up to 36 times
     * (docs/experiments/014). A list of fewer than sixteen lengths
     * is too short for any answer; its blocks are so long that there are fewer than six.
     */
    public static int ofQueueing(double[] differences) {
        int length = of(differences, 2.0 / LEAST_LENGTHS);
        if (LEAST_LENGTHS * length > differences.length) {
            return LONGER * length;
        }
        return StrictMath.min(LONGER * length, StrictMath.max(1, differences.length / LEAST_BLOCKS));
    }

    private static double[] batchMeans(double[] values, int batch) {
        double[] means = new double[values.length / batch];
        for (int i = 0; i < means.length * batch; i++) {
            means[i / batch] += values[i] / batch;
        }
        return means;
    }

    /** The length over n^(1/3). */
    private double factor(double sight) {
        double variance = covariance(0);
        if (variance <= 0) {
            return 1;
        }
        int width = 2 * lastLoudLag(variance, sight);
        double weighted = 0;
        double longRun = variance;
        for (int lag = 1; lag < StrictMath.min(width, values.length); lag++) {
            double window = 2 * lag <= width ? 1 : 2 * (1 - (double) lag / width);
            double both = 2 * window * covariance(lag);
            weighted += lag * both;
            longRun += both;
        }
        if (longRun <= 0) {
            // Neighbours make up for each other; longer blocks would not widen the interval.
            return 1;
        }
        double ratio = weighted / longRun;
        return StrictMath.cbrt(1.5 * ratio * ratio);
    }

    /** The last lag before a row of lags that are noise; at most √n plus that row, or {@code sight}. */
    private int lastLoudLag(double variance, double sight) {
        int n = values.length;
        double digits = StrictMath.log10(n);
        int quiet = (int) StrictMath.max(QUIET_LAGS, StrictMath.ceil(StrictMath.sqrt(digits)));
        double noise = 2 * StrictMath.sqrt(digits / n) * variance;
        int most = (int) StrictMath.min(n - 1, StrictMath.ceil(StrictMath.max(StrictMath.sqrt(n), sight * n)) + quiet);
        int loud = 0;
        for (int lag = 1; lag <= most && lag <= loud + quiet; lag++) {
            if (StrictMath.abs(covariance(lag)) >= noise) {
                loud = lag;
            }
        }
        return loud;
    }

    private double covariance(int lag) {
        double sum = 0;
        for (int i = lag; i < values.length; i++) {
            sum += (values[i] - mean) * (values[i - lag] - mean);
        }
        return sum / values.length;
    }
}
