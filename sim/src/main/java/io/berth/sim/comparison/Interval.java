package io.berth.sim.comparison;

/**
 * A mean over seeds and the 95 % interval it lies in, by Student's t: mean ± t(n − 1) s / √n, s the deviation of the sample.
 *
 * @param mean NaN where no seed has the figure
 * @param low NaN where fewer than two have it
 * @param high likewise
 * @param seeds how many have it
 */
public record Interval(double mean, double low, double high, int seeds) {
    /** How often such intervals hold the true mean. */
    public static final double CONFIDENCE = 0.95;

    /** The interval of {@code values}, one per seed; those that are not finite do not count. */
    public static Interval of(double[] values) {
        int seeds = 0;
        double sum = 0;
        for (double value : values) {
            if (Double.isFinite(value)) {
                sum += value;
                seeds++;
            }
        }
        double mean = seeds == 0 ? Double.NaN : sum / seeds;
        if (seeds < 2) {
            return new Interval(mean, Double.NaN, Double.NaN, seeds);
        }
        double squares = 0;
        for (double value : values) {
            if (Double.isFinite(value)) {
                squares += (value - mean) * (value - mean);
            }
        }
        double error = StrictMath.sqrt(squares / (seeds - 1) / seeds);
        double half = StudentT.quantile(CONFIDENCE, seeds - 1) * error;
        return new Interval(mean, mean - half, mean + half, seeds);
    }

    /** Half its width; NaN where there is no interval. */
    public double half() {
        return (high - low) / 2;
    }
}
