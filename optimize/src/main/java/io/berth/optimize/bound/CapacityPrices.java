package io.berth.optimize.bound;

/**
 * Prices of capacities, and what they prove.
 *
 * @param flat what a unit costs: that of {@code resource} on {@code agent} stands at {@code resource * agents + agent}; from 0
 * @param bound no assignment costs less; {@link Long#MAX_VALUE} where the prices prove that there is none, {@link Long#MIN_VALUE}
 *     where there was no time for a bound
 * @param smoothing of the choices at which the prices were found, in the unit of costs; above 0
 * @param work units that were spent
 */
public record CapacityPrices(double[] flat, long bound, double smoothing, long work) {
    /** The prices of one resource, by agent. */
    public double[] of(int resource, int agents) {
        double[] prices = new double[agents];
        System.arraycopy(flat, resource * agents, prices, 0, agents);
        return prices;
    }
}
