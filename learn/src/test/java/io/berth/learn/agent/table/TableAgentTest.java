package io.berth.learn.agent.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.environment.finite.Assignment;
import io.berth.learn.environment.finite.AssignmentEnvironment;
import io.berth.learn.environment.finite.FiniteEnvironment;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.SmallWorlds;
import io.berth.learn.environment.finite.ValueIteration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableAgentTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final double[][] TEXTBOOK_B = {{15, 7, INFINITE}, {12.5, 6, 24}, {11.25, 5.5, 22}};

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reachesTheOptimumOfTheChain(boolean doubled) {
        reachesTheOptimum(SmallWorlds.chain(8), settings(QLearning.DETERMINISTIC, doubled), 60_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reachesTheOptimumOfTheGrid(boolean doubled) {
        reachesTheOptimum(SmallWorlds.grid(), settings(QLearning.STOCHASTIC, doubled), 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reachesTheOptimumOfUnlikeAgents(boolean doubled) {
        reachesTheOptimum(SmallWorlds.unlikeAgents(), settings(QLearning.DETERMINISTIC, doubled), 200_000);
    }

    private static QLearning settings(QLearning settings, boolean doubled) {
        return doubled ? settings.twice() : settings;
    }

    private static void reachesTheOptimum(FiniteMdp world, QLearning settings, long steps) {
        double best = ValueIteration.solve(world, 1e-12).atStart();
        for (long seed = 1; seed <= 3; seed++) {
            TableAgent agent = learnt(world, settings, steps, seed);
            double reached = world.atStart(ValueIteration.evaluate(world, policy(world, agent)));
            assertThat(reached).as("seed " + seed).isCloseTo(best, within(1e-9));
        }
    }

    private static TableAgent learnt(FiniteMdp world, QLearning settings, long steps, long seed) {
        TableAgent agent = new TableAgent(new FiniteEnvironment(world, 100), Discretiser.oneHot(), settings, seed);
        agent.learn(steps);
        return agent;
    }

    /** What the agent does in each state. */
    private static int[] policy(FiniteMdp world, TableAgent agent) {
        int[] policy = new int[world.states()];
        boolean[] allowed = new boolean[world.actions()];
        for (int state = 0; state < policy.length; state++) {
            for (int action = 0; action < allowed.length; action++) {
                allowed[action] = world.allowed(state, action);
            }
            policy[state] = agent.best(state, allowed);
        }
        return policy;
    }

    @Test
    void learnsTheTextbookAssignmentFromItsFeatures() {
        for (Assignment problem :
                new Assignment[] {Assignment.oneEach(TEXTBOOK_B, 1000), Assignment.queued(TEXTBOOK_B)}) {
            AssignmentEnvironment world = new AssignmentEnvironment(problem);
            TableAgent agent = new TableAgent(world, Discretiser.grid(1000), QLearning.DETERMINISTIC, 1);
            agent.learn(30_000);
            AssignmentEnvironment game = new AssignmentEnvironment(problem);
            game.reset(0);
            while (!game.over()) {
                game.step(agent.pick(game));
            }
            assertThat(game.figures().get("cost")).isEqualTo(41.5);
            assertThat(agent.states()).isLessThan(64);
        }
    }

    @Test
    void withoutExplorationTheChainIsAMissedChance() {
        QLearning timid = new QLearning(1, 0, 0, 0, 0, false, 0);
        FiniteMdp world = SmallWorlds.chain(8);
        double reached = world.atStart(ValueIteration.evaluate(world, policy(world, learnt(world, timid, 20_000, 1))));
        assertThat(reached).isCloseTo(0.01 / 0.05, within(1e-9));
        double hopeful = world.atStart(
                ValueIteration.evaluate(world, policy(world, learnt(world, timid.startingAt(2), 20_000, 1))));
        assertThat(hopeful).isCloseTo(StrictMath.pow(0.95, 7), within(1e-9));
    }

    @Test
    void whatFollowsACutOffStillCounts() {
        FiniteMdp world = SmallWorlds.chain(8);
        TableAgent agent = new TableAgent(
                new FiniteEnvironment(world, 1), Discretiser.oneHot(), new QLearning(1, 0, 1, 1, 0, false, 0), 1);
        agent.learn(2_000);
        // Each episode is a single step of 0.01 at most, yet the agent knows that more would have followed.
        assertThat(agent.value(0, 0)).isCloseTo(0.01 / 0.05, within(1e-9));
    }

    @Test
    void equalSeedsLearnEqualTables() {
        FiniteMdp world = SmallWorlds.grid();
        TableAgent first = learnt(world, QLearning.STOCHASTIC.twice(), 5_000, 7);
        TableAgent again = learnt(world, QLearning.STOCHASTIC.twice(), 5_000, 7);
        TableAgent other = learnt(world, QLearning.STOCHASTIC.twice(), 5_000, 8);
        boolean differs = false;
        for (int state = 0; state < 16; state++) {
            for (int action = 0; action < 4; action++) {
                assertThat(again.value(state, action)).isEqualTo(first.value(state, action));
                differs |= other.value(state, action) != first.value(state, action);
            }
        }
        assertThat(differs).isTrue();
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatThrownBy(() -> new QLearning(0, 0, 1, 1, 0, false, 0)).hasMessageContaining("(rate)");
        assertThatThrownBy(() -> new QLearning(1, 2, 1, 1, 0, false, 0)).hasMessageContaining("(ratePower)");
        assertThatThrownBy(() -> Discretiser.grid(0)).hasMessageContaining("(0)");
        assertThatThrownBy(() -> Discretiser.oneHot().state(new float[3])).isInstanceOf(IllegalArgumentException.class);
    }
}
