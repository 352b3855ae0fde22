package io.berth.optimize.strategy;

/** The normal distribution, the same to the last bit on every machine. */
final class Normal {
    private static final double ROOT_OF_TWO_PI = StrictMath.sqrt(2 * StrictMath.PI);

    private Normal() {}

    /** The expectation of what a normal variable has above zero: E[max(0, X)] for X of {@code mean} and {@code deviation} above 0. */
    static double excess(double mean, double deviation) {
        double z = mean / deviation;
        double density = StrictMath.exp(-z * z / 2) / ROOT_OF_TWO_PI;
        return StrictMath.max(0, mean * below(z) + deviation * density);
    }

    /** P(Z ≤ z) of the standard normal, to 7.5e-8: Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.2.17. */
    static double below(double z) {
        double t = 1 / (1 + 0.2316419 * StrictMath.abs(z));
        double density = StrictMath.exp(-z * z / 2) / ROOT_OF_TWO_PI;
        double sum = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        double above = density * sum;
        return z >= 0 ? 1 - above : above;
    }
}
