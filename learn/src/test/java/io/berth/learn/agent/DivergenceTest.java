package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.learn.agent.experience.NStepOptions;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.environment.EnvironmentAround;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.gradient.Adam;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.OptimiserKind;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DivergenceTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    private static final FiniteMdp WORLD = Worlds.twoQueues();

    @ParameterizedTest
    @EnumSource
    void aRewardThatIsNoNumberIsNoticedAndNothingIsSpoilt(Agents agent) {
        AtomicBoolean broken = new AtomicBoolean();
        Agents.Game game = new Agents.Game(() -> new Broken(broken), Worlds.networks(WORLD), WORKERS, 1);
        Learner learner = agent.forSmall(game, 1);
        learner.update();
        float[] before = learner.policy().clone();
        broken.set(true);
        Divergence divergence = catchThrowableOfType(Divergence.class, learner::update);
        assertThat(divergence.agent()).isEqualTo(learner.name());
        assertThat(divergence.update()).isEqualTo(1);
        assertThat(divergence.what()).containsAnyOf("NaN", "Infinity");
        assertThat(divergence).hasMessageContaining("(" + learner.name() + ") diverged in update 1: ");
        assertThat(learner.policy()).isEqualTo(before);
        assertThat(learner.updates()).isEqualTo(1);
    }

    @Test
    void aRateThatThrowsParametersFarAwayIsNamed() {
        NStepOptions options = new NStepOptions(2, 8, 1, 1, false, 1, OptimiserKind.ADAM, 1e30, 1e-3, 0, 0, 0);
        Learner learner = new A2c(() -> Worlds.environment(WORLD), Worlds.networks(WORLD), options, WORKERS, 1);
        assertDivergesAtOnce("a2c", learner);
    }

    @Test
    void aRateThatThrowsThePolicyOfPpoFarAwayIsNamed() {
        PpoOptions options = new PpoOptions(4, 1, 1, 1, 0.2, 2, 1, 0, 1e30, 1e-3, 0, 0, 0.1);
        Learner learner = new Ppo(() -> Worlds.environment(WORLD), Worlds.networks(WORLD), options, WORKERS, 1);
        assertDivergesAtOnce("ppo", learner);
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
    void aGradientThatIsNoNumberTouchesNeitherParametersNorMemory(float slope) {
        float[] values = {1, 2};
        LearntParameters learnt = new LearntParameters("test", "actor", values, new Adam(2), 1);
        GradientSum sum = new GradientSum(new float[] {1, slope}, new double[] {3});
        assertThatThrownBy(() -> learnt.step(sum, 1, 0.1, 5))
                .hasMessageContaining("the length of the gradient of the actor is")
                .hasMessageContaining("update 5");
        assertThat(values).containsExactly(1, 2);
        float[] fresh = {1, 2};
        GradientSum good = new GradientSum(new float[] {1, 1}, new double[] {3});
        new LearntParameters("test", "actor", fresh, new Adam(2), 1).step(good, 1, 0.1, 6);
        learnt.step(good, 1, 0.1, 6);
        assertThat(values).isEqualTo(fresh);
    }

    private static void assertDivergesAtOnce(String name, Learner learner) {
        float[] before = learner.policy().clone();
        assertThatThrownBy(learner::update)
                .isInstanceOf(Divergence.class)
                .hasMessageStartingWith(
                        "The training of (" + name + ") diverged in update 0: a parameter of the actor is");
        assertThat(learner.policy()).isEqualTo(before);
    }

    /** Two queues whose rewards are infinite once they are broken. */
    private static final class Broken extends EnvironmentAround {
        private final AtomicBoolean broken;

        private Broken(AtomicBoolean broken) {
            super(Worlds.environment(WORLD));
            this.broken = broken;
        }

        @Override
        public double step(int action) {
            double reward = super.step(action);
            return broken.get() ? Double.NEGATIVE_INFINITY : reward;
        }
    }
}
