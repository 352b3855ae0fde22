package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Reward;
import io.berth.sim.run.Simulation;

/**
 * What environments over the engine have in common.
 *
 * @param episodes what is simulated
 * @param catalog the policies that {@code strategy} names
 * @param strategy what decides all that the agent does not
 * @param reward what an episode is worth
 * @param dense false where the last step of an episode brings its whole reward; true where each step brings what the time since the step
 *     before cost, see {@link EngineEnvironment}
 * @param discount of rewards to come, above 0 and at most 1
 */
public record EngineOptions(
        Episodes episodes, Catalog catalog, StrategySpec strategy, Reward reward, boolean dense, double discount) {
    static final StrategySpec FIRST_COME = StrategySpec.of("fcfs");

    /** First come first served beside the agent, without backfill; rewarded by the mean bounded slowdown at the end. */
    public static EngineOptions of(Episodes episodes) {
        return new EngineOptions(episodes, Catalog.standard(), FIRST_COME, Reward.BOUNDED_SLOWDOWN, false, 1);
    }

    /** The same with another strategy. */
    public EngineOptions with(StrategySpec newStrategy) {
        return new EngineOptions(episodes, catalog, newStrategy, reward, dense, discount);
    }

    /** The same with other episodes. */
    public EngineOptions with(Episodes newEpisodes) {
        return new EngineOptions(newEpisodes, catalog, strategy, reward, dense, discount);
    }

    /** What comes of the episode of {@code seed} where {@code whole} decides all of it, and nobody plays. */
    public Figures figures(StrategySpec whole, long seed) {
        Simulation run = new Simulation(Runs.under(episodes.of(seed), whole), catalog, Journal.NONE, new Observer() {});
        return Scene.figures(run.run());
    }

    /** The same with another reward. */
    public EngineOptions with(Reward newReward, boolean newDense) {
        return new EngineOptions(episodes, catalog, strategy, newReward, newDense, discount);
    }
}
