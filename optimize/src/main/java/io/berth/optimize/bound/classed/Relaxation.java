package io.berth.optimize.bound.classed;

/**
 * A problem whose capacities are gone: each task takes what is cheapest for it, paying a price for what it uses. With a smoothing
 * above zero it takes all in parts instead, more of what costs less (an entropy term on the choice of each task; Nesterov, "Smooth
 * minimization of non-smooth functions", 2005), so that what is used changes smoothly with the prices.
 */
public interface Relaxation {
    /**
     * Fills {@code response}.
     *
     * @param prices what a unit of a resource costs: that of {@code resource} on {@code agent} at {@code resource * agents + agent}
     * @param smoothing of the choices, in the unit of costs, above 0
     */
    void answer(double[] prices, double smoothing, Response response);

    /** How many pairs are looked at for an answer. */
    long looks();
}
