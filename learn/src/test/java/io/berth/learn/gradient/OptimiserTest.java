package io.berth.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.checkpoint.Checkpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptimiserTest {
    @Test
    void rmsPropStepsOverTheRootOfTheRunningSquare() {
        RmsProp optimiser = new RmsProp(1, 0.9, 1e-9);
        float[] parameters = {1};
        optimiser.step(parameters, new float[] {4}, 0.5, 0.01);
        double square = 0.1 * 4;
        double expected = 1 - 0.01 * 2 / Math.sqrt(square + 1e-9);
        assertThat(parameters[0]).isCloseTo((float) expected, within(1e-6f));
        optimiser.step(parameters, new float[] {-6}, 0.5, 0.01);
        square = 0.9 * square + 0.1 * 9;
        assertThat(parameters[0]).isCloseTo((float) (expected + 0.01 * 3 / Math.sqrt(square + 1e-9)), within(1e-6f));
    }

    @ParameterizedTest
    @EnumSource
    void eachFindsTheBottomOfABowl(OptimiserKind kind) {
        Optimiser optimiser = kind.of(2);
        float[] place = {3, -2};
        for (int step = 0; step < 4_000; step++) {
            optimiser.step(place, new float[] {2 * (place[0] - 1), 20 * (place[1] - 1)}, 1, 2e-3);
        }
        assertThat(place[0]).isCloseTo(1, within(0.02f));
        assertThat(place[1]).isCloseTo(1, within(0.02f));
    }

    @ParameterizedTest
    @EnumSource
    void eachGoesOnFromWhatWasWritten(OptimiserKind kind) {
        Optimiser optimiser = kind.of(2);
        float[] place = {3, -2};
        optimiser.step(place, new float[] {1, 5}, 1, 0.1);
        Optimiser read = kind.of(2);
        Checkpoint.restore("memory", Checkpoint.of("optimiser", optimiser), "optimiser", read);
        float[] again = place.clone();
        optimiser.step(place, new float[] {-1, 2}, 1, 0.1);
        read.step(again, new float[] {-1, 2}, 1, 0.1);
        assertThat(again).isEqualTo(place);
        assertThatThrownBy(() ->
                        Checkpoint.restore("memory", Checkpoint.of("optimiser", optimiser), "optimiser", kind.of(3)))
                .hasMessageContaining("memory: it has 2 numbers of ")
                .hasMessageContaining("and there are 3 here");
    }

    @Test
    void settingsOutOfRangeAreNamed() {
        assertThatThrownBy(() -> new RmsProp(1, 1, 1e-9)).hasMessageContaining("not 1.0");
        assertThatThrownBy(() -> new RmsProp(1, 0.9, 0)).hasMessageContaining("not 0.0");
    }
}
