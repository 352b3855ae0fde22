package io.berth.learn.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.checkpoint.Checkpoint;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.network.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

/** States are numbered as they come; the number is what is seen and what is given. */
class ReplayMemoryTest {
    private static final boolean[] ALL = {true, true};
    private static final double HALF = 0.5;
    private static final Mdp MDP = new Mdp(
            "numbers",
            "Nothing is decided.",
            new Observation(1, "number", List.of(new Feature("number", "of the state", 0, 1e6f, 0))),
            new Actions(2, false, "none"),
            "the number",
            HALF,
            "now and then",
            "");

    private int numbered;

    @Test
    void aStepComesWithTheRewardsAndTheStateThatFollowIt() {
        ReplayMemory memory = memory(512, 3, 0);
        play(memory, 3);
        assertThat(memory.ready())
                .as("the third state after the first is not there yet")
                .isZero();
        play(memory, 1);
        Draw draw = drawn(memory, 1);
        assertThat(numbers(draw.now())).containsExactly(0);
        assertThat(numbers(draw.later())).containsExactly(3);
        assertThat(draw.rewards()).containsExactly(0 + 1 * 0.5f + 2 * 0.25f);
        assertThat(draw.discounts()).containsExactly(0.125f);
        assertThat(draw.actions()).containsExactly(0);
    }

    @Test
    void nothingFollowsTheEndOfAnEpisode() {
        ReplayMemory memory = memory(512, 3, 0);
        play(memory, 1);
        step(memory, After.ENDED);
        play(memory, 1);
        Draw draw = drawn(memory, 2);
        assertThat(numbers(draw.now())).containsExactly(0, 1);
        assertThat(draw.rewards()).containsExactly(0.5f, 1);
        assertThat(draw.discounts()).containsExactly(0, 0);
    }

    @Test
    void whatFollowsACutIsWorthWhatTheLastKnownStateIs() {
        ReplayMemory memory = memory(512, 3, 0);
        play(memory, 2);
        step(memory, After.CUT_OFF);
        play(memory, 2);
        // The step that was cut off is no sample itself.
        Draw draw = drawn(memory, 2);
        assertThat(numbers(draw.later())).containsExactly(2, 2);
        assertThat(draw.rewards()).containsExactly(0.5f, 1);
        assertThat(draw.discounts()).containsExactly(0.25f, 0.5f);
    }

    @Test
    void theOldestAreForgottenAndStatesAndBytesKeepTheirBounds() {
        ReplayMemory memory = memory(1000, 1, 0);
        play(memory, 5 * ReplayMemory.BLOCK);
        assertThat(memory.ready()).isBetween(512, 768);
        for (float number : numbers(memory.draw(500, new Chance(1, "draw", 0)).now())) {
            assertThat(number).isGreaterThanOrEqualTo(2 * ReplayMemory.BLOCK);
        }
        long bytes = 30_000;
        ReplayMemory small = new ReplayMemory(MDP, new ReplayOptions(100_000, bytes, 1, 0, 1, 0), HALF);
        for (int i = 0; i < 5_000; i++) {
            play(small, 1);
            assertThat(small.bytes()).isLessThanOrEqualTo(bytes);
        }
        assertThat(small.ready()).isGreaterThan(ReplayMemory.BLOCK);
    }

    @Test
    void aMemoryThatHoldsNoTwoBlocksSaysSo() {
        ReplayMemory memory = new ReplayMemory(MDP, new ReplayOptions(1000, 2_000, 1, 0, 1, 0), HALF);
        assertThatThrownBy(() -> play(memory, 1)).hasMessageContaining("2000 bytes does not hold 512");
    }

    /** Schaul et al., equation 1 and the weights of §3.4: chance by (error)^α, weight by (count × chance)^-β over the largest. */
    @Test
    void stepsThatSurprisedComeMoreOftenAndCountLess() {
        ReplayMemory memory = memory(512, 1, 0.5);
        play(memory, 5);
        Draw all = memory.draw(4, new Chance(1, "draw", 0));
        assertThat(numbers(all.now())).as("new ones are alike").containsExactly(0, 1, 2, 3);
        assertThat(all.weights()).containsExactly(1, 1, 1, 1);
        memory.surprised(all, new double[] {0, -9, 1, 0});
        Draw draw = memory.draw(4_000, new Chance(2, "draw", 0));
        int[] drawn = new int[4];
        float[] weights = new float[4];
        float[] numbers = numbers(draw.now());
        for (int i = 0; i < numbers.length; i++) {
            drawn[(int) numbers[i]]++;
            weights[(int) numbers[i]] = draw.weights()[i];
        }
        assertThat(drawn[1] / (double) drawn[2]).isCloseTo(3, within(0.02));
        assertThat(weights[2] / weights[1]).isCloseTo(3, within(1e-3f));
        assertThat(drawn[0] + drawn[3]).isLessThan(10);
    }

    @Test
    void aMemoryThatIsReadDrawsWhatTheOneThatWroteItWould() {
        ReplayMemory memory = memory(1000, 3, 0.6);
        play(memory, 1_500);
        memory.surprised(memory.draw(100, new Chance(1, "draw", 0)), errors());
        ReplayMemory read = memory(1000, 3, 0.6);
        Checkpoint.restore("memory", Checkpoint.of("memory", memory), "memory", read);
        assertThat(Checkpoint.of("memory", read)).isEqualTo(Checkpoint.of("memory", memory));
        Draw drawn = read.draw(50, new Chance(2, "draw", 0));
        assertThat(drawn.ids())
                .isEqualTo(memory.draw(50, new Chance(2, "draw", 0)).ids());
        assertThat(read.ready()).isEqualTo(memory.ready());
    }

    private static double[] errors() {
        double[] errors = new double[100];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = i;
        }
        return errors;
    }

    private static ReplayMemory memory(int states, int steps, double priority) {
        return new ReplayMemory(MDP, new ReplayOptions(states, 1 << 24, steps, priority, 1, 0), HALF);
    }

    private void play(ReplayMemory memory, int steps) {
        for (int i = 0; i < steps; i++) {
            step(memory, After.GOES_ON);
        }
    }

    private void step(ReplayMemory memory, After after) {
        memory.add(new float[] {numbered}, ALL, numbered % 2);
        memory.outcome(numbered, after);
        numbered++;
    }

    /** The numbers of the states, as they are written. */
    private static float[] numbers(Samples samples) {
        CheckpointWriter written = new CheckpointWriter();
        samples.write(written);
        CheckpointReader read = new CheckpointReader("samples", written.bytes());
        read.integer();
        read.integers();
        return read.floats();
    }

    /** All samples that are ready, which must be {@code count}. */
    private static Draw drawn(ReplayMemory memory, int count) {
        assertThat(memory.ready()).isEqualTo(count);
        return memory.draw(count, new Chance(1, "draw", 0));
    }
}
