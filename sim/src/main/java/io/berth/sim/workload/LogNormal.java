package io.berth.sim.workload;

import io.berth.core.time.Chance;

/**
 * Run times with a normal logarithm, cut off at a limit: a job that would run longer ends there.
 *
 * @param median half of the jobs run shorter
 * @param sigma standard deviation of the natural logarithm; 0 gives the median always
 * @param limit no job runs longer
 */
record LogNormal(double median, double sigma, double limit) {
    double draw(Chance chance) {
        return StrictMath.min(limit, median * StrictMath.exp(sigma * chance.normal()));
    }

    /**
     * The mean: with {@code z = ln(limit / median) / sigma} it is {@code median exp(sigma^2 / 2) P(z - sigma) + limit (1 -
     * P(z))}, P the normal distribution function.
     */
    double mean() {
        if (sigma == 0) {
            return StrictMath.min(limit, median);
        }
        double z = StrictMath.log(limit / median) / sigma;
        return median * StrictMath.exp(sigma * sigma / 2) * normal(z - sigma) + limit * normal(-z);
    }

    /** The share of standard normal draws below {@code z}; Abramowitz and Stegun 7.1.26, off by at most 7.5e-8. */
    private static double normal(double z) {
        double x = StrictMath.abs(z) / StrictMath.sqrt(2);
        double t = 1 / (1 + 0.3275911 * x);
        double polynomial =
                ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
        double tail = polynomial * StrictMath.exp(-x * x) / 2;
        return z < 0 ? tail : 1 - tail;
    }
}
