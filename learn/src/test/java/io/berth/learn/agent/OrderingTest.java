package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.RowNetworks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each agent learns on one log and is judged on another. */
class OrderingTest {
    private static final int UPDATES = 25;
    private static final int ROUNDS = 15;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void eachAgentBeatsChanceAndFirstComeOnQueuesItHasNotSeen(Agents agent) {
        Queues judged = Queues.drawn(folder, 2);
        Learner learner;
        try (GradientWorkers workers = new GradientWorkers(1)) {
            learner = agent.forQueues(game(workers, 1));
            for (int update = 0; update < (agent.hasActor() ? UPDATES : ROUNDS); update++) {
                learner.update();
            }
        }
        double learnt = judged.played(learner.evaluation());
        assertThat(learnt).isLessThan(0.9 * judged.firstCome()).isLessThan(0.9 * judged.random());
    }

    /** Who is faster decides what several learn, but not how much they play, nor that they learn. */
    @Test
    void workersOfA3cLearnSideBySide() {
        Queues judged = Queues.drawn(folder, 2);
        try (GradientWorkers workers = new GradientWorkers(2)) {
            Learner learner = Agents.A3C.forQueues(game(workers, 1));
            for (int update = 0; update < UPDATES; update++) {
                assertThat(learner.update().get("steps")).isEqualTo(4 * 64);
            }
            assertThat(judged.played(learner.evaluation())).isLessThan(judged.firstCome());
        }
    }

    @Test
    void theNumberOfThreadsChangesNoBitOfWhatA2cLearns() {
        float[] alone = learntByA2c(1);
        assertThat(learntByA2c(2)).isEqualTo(alone);
    }

    private float[] learntByA2c(int threads) {
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            Learner learner = Agents.A2C.forQueues(game(workers, 1));
            learner.update();
            learner.update();
            return learner.policy();
        }
    }

    private Agents.Game game(GradientWorkers workers, long seed) {
        Queues learnt = Queues.drawn(folder, 1);
        RowNetworks networks = new RowNetworks(learnt.environment().mdp(), List.of(32, 16, 8));
        return new Agents.Game(learnt::environment, networks, workers, seed);
    }
}
