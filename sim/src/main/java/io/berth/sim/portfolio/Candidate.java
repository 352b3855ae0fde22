package io.berth.sim.portfolio;

import io.berth.core.strategy.StrategySpec;

/**
 * A strategy that may suit a workload.
 *
 * @param why it is among the candidates, half a sentence
 */
public record Candidate(StrategySpec strategy, String why) {
    /** What reports call it. */
    public String name() {
        return strategy.name();
    }
}
