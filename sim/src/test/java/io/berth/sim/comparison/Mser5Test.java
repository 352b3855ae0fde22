package io.berth.sim.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Mser5Test {
    @Test
    void the_worked_example_leaves_out_the_two_batches_of_long_waits() {
        double[] series =
                IntStream.range(0, 50).mapToDouble(i -> i < 10 ? 100 : i % 3).toArray();

        assertThat(Mser5.of(series)).isEqualTo(new Mser5.Cut(10, true));
    }

    @Test
    void a_planted_transient_is_cut_and_little_more() {
        for (int seed = 0; seed < 50; seed++) {
            Chance chance = new Chance(seed, "mser", 0);
            double[] series = new double[1000];
            for (int i = 0; i < series.length; i++) {
                double planted = i < 200 ? 50 * (1 - i / 200.0) : 0;
                series[i] = planted + 10 * (chance.unit() + chance.unit());
            }

            Mser5.Cut cut = Mser5.of(series);

            assertThat(cut.settled()).isTrue();
            assertThat(cut.observations()).as("seed %d", seed).isBetween(120, 400);
        }
    }

    @Test
    void the_slow_fill_of_an_empty_cluster_is_cut_too() {
        double[] series = IntStream.range(0, 600)
                .mapToDouble(i -> Math.min(i, 150) + 3 * (i * 37 % 11))
                .toArray();

        assertThat(Mser5.of(series).observations()).isBetween(130, 200);
    }

    @Test
    void equal_observations_need_no_cut() {
        assertThat(Mser5.of(new double[100])).isEqualTo(new Mser5.Cut(0, true));
    }

    @Test
    void a_series_that_only_rises_has_not_settled() {
        double[] rising = IntStream.range(0, 500).mapToDouble(i -> i).toArray();

        assertThat(Mser5.of(rising)).isEqualTo(new Mser5.Cut(250, false));
    }

    @Test
    void too_few_observations_tell_nothing() {
        assertThat(Mser5.of(new double[0])).isEqualTo(new Mser5.Cut(0, false));
        assertThat(Mser5.of(new double[] {9, 0, 0, 0, 0, 0, 0, 0, 0})).isEqualTo(new Mser5.Cut(0, false));
    }

    @Test
    void the_cut_is_that_of_the_formula() {
        Chance chance = new Chance(3, "mser-formula", 0);
        for (int round = 0; round < 200; round++) {
            double[] series = new double[10 + chance.below(80)];
            for (int i = 0; i < series.length; i++) {
                series[i] = chance.below(100) + (i < 20 ? 60 : 0);
            }

            assertThat(Mser5.of(series).observations()).isEqualTo(5 * bestByFormula(series));
        }
    }

    private static int bestByFormula(double[] series) {
        int batches = series.length / 5;
        int best = 0;
        for (int cut = 1; cut <= batches / 2; cut++) {
            best = error(series, batches, cut) < error(series, batches, best) - 1e-9 ? cut : best;
        }
        return best;
    }

    private static double error(double[] series, int batches, int cut) {
        double[] left = IntStream.range(cut, batches)
                .mapToDouble(batch -> IntStream.range(0, 5)
                        .mapToDouble(i -> series[5 * batch + i])
                        .average()
                        .orElseThrow())
                .toArray();
        double mean = IntStream.range(0, left.length)
                .mapToDouble(i -> left[i])
                .average()
                .orElseThrow();
        double squares = 0;
        for (double batch : left) {
            squares += (batch - mean) * (batch - mean);
        }
        return squares / left.length / left.length;
    }
}
