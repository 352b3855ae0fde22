package io.berth.learn.environment.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.agent.table.Discretiser;
import io.berth.learn.agent.table.QLearning;
import io.berth.learn.agent.table.TableAgent;
import org.junit.jupiter.api.Test;

class NodesEnvironmentTest {
    private static final QLearning PUBLISHED = new QLearning(0.1, 0, 0.2, 0.2, 0, false, 0);

    private static TableAgent learnt(NodesRules rules, long tasks) {
        TableAgent agent = new TableAgent(new NodesEnvironment(rules), Discretiser.oneHot(), PUBLISHED, 1);
        agent.learn(tasks);
        return agent;
    }

    @Test
    void asPrintedOnlyTheFirstRowIsLearntAndItsOtherNodesTendToTen() {
        TableAgent agent = learnt(NodesRules.PRINTED, 1000);
        for (int row = 1; row < NodesEnvironment.ROWS; row++) {
            for (int node = 0; node < 3; node++) {
                assertThat(agent.visits(row, node)).isZero();
                assertThat(agent.value(row, node)).isZero();
            }
        }
        assertThat(agent.visits(0, 0) + agent.visits(0, 1) + agent.visits(0, 2)).isEqualTo(1000);
        assertThat(Math.max(agent.value(0, 1), agent.value(0, 2))).isBetween(9.5, 10.0);
        TableAgent longer = learnt(NodesRules.PRINTED, 100_000);
        assertThat(Math.max(longer.value(0, 1), longer.value(0, 2))).isBetween(9.999, 10.0);
        assertThat(longer.value(0, 0)).isLessThan(5);
    }

    @Test
    void asPrintedEveryRewardIsOne() {
        NodesEnvironment world = new NodesEnvironment(NodesRules.PRINTED);
        for (long seed = 0; seed < 500; seed++) {
            world.reset(seed);
            assertThat(world.step((int) seed % 3)).isOne();
            assertThat(world.over()).isTrue();
            assertThat(world.truncated()).isTrue();
            assertThat(world.row()).isBetween(0, seed % 3 == 0 ? 2 : 0);
        }
    }

    @Test
    void whereTasksKeepTheirRoomRowsAreMetAndAFullNodeIsAvoided() {
        NodesRules keeping = new NodesRules(3, 100, 10, 10, 30, 8);
        TableAgent agent = learnt(keeping, 20_000);
        assertThat(agent.value(8, 0)).isLessThan(Math.max(agent.value(8, 1), agent.value(8, 2)));
        NodesEnvironment world = new NodesEnvironment(keeping);
        world.reset(1);
        double sum = 0;
        while (!world.over()) {
            sum += world.step(0);
        }
        assertThat(sum).isEqualTo(world.figures().get("reward")).isNegative();
        assertThat(world.figures().get("dropped")).isPositive();
    }
}
