package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.SmallWorlds;
import io.berth.learn.gradient.GradientWorkers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptimumTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    private static final int UPDATES = 30;
    private static final int ROUNDS = 10;

    @ParameterizedTest
    @EnumSource
    void eachAgentFindsTheBestWayThroughFields(Agents agent) {
        reachesTheOptimum(agent, Worlds.grid());
    }

    @ParameterizedTest
    @EnumSource
    void eachAgentServesTwoQueuesAtTheLeastCost(Agents agent) {
        reachesTheOptimum(agent, Worlds.twoQueues());
    }

    @ParameterizedTest
    @EnumSource
    void eachAgentLearnsToPassOverTheSmallRewardsOfTheChain(Agents agent) {
        reachesTheOptimum(agent, SmallWorlds.chain(4));
    }

    private static void reachesTheOptimum(Agents agent, FiniteMdp world) {
        Agents.Game game = new Agents.Game(() -> Worlds.environment(world), Worlds.networks(world), WORKERS, 1);
        Learner learner = agent.forSmall(game, world.discount());
        double best = Worlds.best(world);
        assertThat(Worlds.reached(world, learner.evaluation())).as("before").isLessThan(best - 0.01);
        for (int update = 0; update < (agent.hasActor() ? UPDATES : ROUNDS); update++) {
            learner.update();
        }
        assertThat(Worlds.reached(world, learner.evaluation())).isCloseTo(best, within(1e-9));
    }
}
