package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.ExactBound;
import io.berth.optimize.solver.Watcher;

/** The best bound that prices have proved so far, and these prices. */
final class Proofs {
    private final ExactBound exact;
    private final Market market;
    private final Meter meter;
    private final Watcher watcher;
    private double[] prices = new double[0];
    private double smoothing = 1;
    private long bound = Long.MIN_VALUE;

    Proofs(ExactBound exact, Market market, Meter meter, Watcher watcher) {
        this.exact = exact;
        this.market = market;
        this.meter = meter;
        this.watcher = watcher;
    }

    /** Learns what {@code newPrices}, found at a smoothing, prove. */
    void add(double[] newPrices, double newSmoothing) {
        meter.spend(market.allLooks());
        long proved = exact.of(newPrices);
        if (prices.length == 0 || proved > bound) {
            prices = newPrices.clone();
            smoothing = newSmoothing;
        }
        if (proved > bound) {
            bound = proved;
            watcher.bounded(bound);
        }
    }

    double[] prices() {
        return prices;
    }

    /** The smoothing of the stage that found the prices. */
    double smoothing() {
        return smoothing;
    }

    long bound() {
        return bound;
    }
}
