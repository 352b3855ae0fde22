package io.berth.core.series;

/**
 * What comes: by step, the first is the next one.
 *
 * @param mean what is expected
 * @param low below it, half of what the interval leaves is expected
 * @param high above it, the other half
 */
public record Forecast(double[] mean, double[] low, double[] high) {
    /** How many steps. */
    public int horizon() {
        return mean.length;
    }
}
