package io.berth.learn.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import org.junit.jupiter.api.Test;

class SumTreeTest {
    @Test
    void drawsEachPlaceAsOftenAsItWeighs() {
        double[] weights = {1, 0, 3, 0.5, 0, 5.5};
        SumTree tree = new SumTree(weights.length);
        for (int place = 0; place < weights.length; place++) {
            tree.set(place, weights[place]);
        }
        int[] drawn = new int[weights.length];
        int draws = 100_000;
        for (int i = 0; i < draws; i++) {
            drawn[tree.find((i + 0.5) / draws * tree.total())]++;
        }
        assertThat(drawn).containsExactly(10_000, 0, 30_000, 5_000, 0, 55_000);
    }

    @Test
    void itsBitsDoNotDependOnHowItsWeightsCameAbout() {
        SumTree straight = new SumTree(100);
        SumTree detour = new SumTree(100);
        Chance chance = new Chance(1, "weights", 0);
        for (int i = 0; i < 1000; i++) {
            detour.set(chance.below(100), chance.unit());
        }
        for (int place = 0; place < 100; place++) {
            straight.set(place, detour.weight(place));
        }
        assertThat(Double.doubleToRawLongBits(detour.total())).isEqualTo(Double.doubleToRawLongBits(straight.total()));
    }

    @Test
    void whatWeighsNothingIsNotDrawnForRounding() {
        SumTree tree = new SumTree(4);
        tree.set(1, 0.1);
        assertThat(tree.find(0.1)).isEqualTo(1);
        assertThat(tree.find(5)).isEqualTo(1);
    }
}
