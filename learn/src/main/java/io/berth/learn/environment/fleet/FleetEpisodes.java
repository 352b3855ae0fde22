package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.environment.Figures;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import java.util.function.LongFunction;

/**
 * What is simulated in the episode of each seed, and what it costs. Equal seeds give equal episodes.
 *
 * @param setups by seed; the servers must be the same for all, and the balancer of the strategy is not used
 */
public record FleetEpisodes(LongFunction<FleetRun.Setup> setups, FleetReward reward) {
    /** The figure of the mean cost of a request, in the unit of the reward. */
    public static final String COST = "request_cost_mean";

    /**
     * Episodes of {@code requests} requests of a scenario: the first of those that are drawn for the seed or, of a trace, those from
     * a place that the seed draws.
     *
     * @throws IllegalArgumentException when an episode is made of a scenario with fewer requests, or fewer than one are wanted
     */
    public static FleetEpisodes of(PreparedFleet scenario, DispatchSpec strategy, int requests, FleetReward reward) {
        return new FleetEpisodes(
                seed -> scenario.drawsRequests()
                        ? Stretch.first(scenario.setup(strategy, seed), requests)
                        : Stretch.anywhere(scenario.setup(strategy, seed), requests, seed),
                reward);
    }

    FleetRun.Setup of(long seed) {
        return setups.apply(seed);
    }

    /** What comes of the episode of {@code seed} where {@code balancer} decides, and nobody plays. */
    public Figures figures(PolicySpec balancer, long seed) {
        FleetRun.Setup setup = of(seed);
        FleetGame game = new FleetGame(setup, reward, setup.catalog().balancer(balancer));
        game.run();
        return game.figures();
    }
}
