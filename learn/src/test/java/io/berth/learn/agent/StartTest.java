package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.agent.experience.DqnOptions;
import io.berth.learn.agent.experience.NStepOptions;
import io.berth.learn.agent.experience.ReinforceOptions;
import io.berth.learn.agent.replay.ReplayOptions;
import io.berth.learn.checkpoint.Checkpoint;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.OptimiserKind;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StartTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    private static final FiniteMdp WORLD = Worlds.twoQueues();

    @ParameterizedTest
    @EnumSource
    void eachAgentGoesOnFromWhatWasLearntElsewhere(Agents agent) {
        Learner teacher = Agents.A2C.forSmall(game(1), 1);
        for (int update = 0; update < 20; update++) {
            teacher.update();
        }
        Learner learner = agent.forSmall(game(2), 1);
        learner.startFrom(teacher.policy());
        assertThat(learner.policy()).isEqualTo(teacher.policy());
        assertThat(Worlds.reached(WORLD, learner.evaluation())).isEqualTo(Worlds.reached(WORLD, teacher.evaluation()));
        assertThatThrownBy(() -> learner.startFrom(new float[3]))
                .hasMessageContaining("There are 3 parameters to start from, and the policy has ");
    }

    @ParameterizedTest
    @EnumSource(names = {"PPO", "A2C", "A3C"})
    void preparingChangesWhatIsExpectedAndNotWhatIsDecided(Agents agent) {
        Learner learner = agent.forSmall(game(1), 1);
        float[] policy = learner.policy().clone();
        byte[] before = Checkpoint.of(learner.name(), learner);

        learner.prepare(1);

        assertThat(learner.policy()).isEqualTo(policy);
        assertThat(learner.updates()).isZero();
        assertThat(Arrays.equals(Checkpoint.of(learner.name(), learner), before))
                .isFalse();
        learner.update();
        assertThat(learner.policy()).isNotEqualTo(policy);
    }

    @Test
    void settingsOutOfRangeAreNamed() {
        assertThatThrownBy(() -> new NStepOptions(0, 5, 0.99, 1, false, 0, OptimiserKind.ADAM, 1e-3, 1e-3, 0, 0, 0))
                .hasMessage("The setting (segments) cannot be 0; allowed: at least 1.");
        assertThatThrownBy(() -> new NStepOptions(1, 5, 1.5, 1, false, 0, OptimiserKind.ADAM, 1e-3, 1e-3, 0, 0, 0))
                .hasMessageContaining("The setting (discount) cannot be 1.5");
        assertThatThrownBy(() -> new DqnOptions.Exploration(2, 0, 1)).hasMessageContaining("(first)");
        assertThatThrownBy(() -> new ReplayOptions(100, 1, 1, 0, 1, 0)).hasMessageContaining("512 states (not 100)");
        assertThatThrownBy(() -> ReplayOptions.ALIKE.withSteps(0)).hasMessageContaining("The steps (0)");
        assertThatThrownBy(() -> new ReinforceOptions(
                        1,
                        1,
                        1,
                        ReinforceOptions.Baseline.TIME_MEAN,
                        false,
                        1,
                        OptimiserKind.ADAM,
                        1e-3,
                        0,
                        0,
                        0,
                        0,
                        0))
                .hasMessage("The setting (plays) cannot be 1; allowed: at least 2.");
    }

    private static Agents.Game game(long seed) {
        return new Agents.Game(() -> Worlds.environment(WORLD), Worlds.networks(WORLD), WORKERS, seed);
    }
}
