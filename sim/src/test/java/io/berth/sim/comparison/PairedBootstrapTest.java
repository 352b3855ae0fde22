package io.berth.sim.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {
    @Test
    void equal_runs_have_no_real_difference() {
        Difference difference = PairedBootstrap.of(new double[8], 1, Goal.LESS);

        assertThat(difference).isEqualTo(new Difference(0, 0, 0, 1, 8, 1, Verdict.NO_REAL_DIFFERENCE));
    }

    @Test
    void two_values_have_the_interval_computed_by_hand() {
        // Of 0 and 2 the resampled means are 0, 1, 2 with 1/4, 1/2, 1/4: both tails lie within the outer values.
        Difference difference = PairedBootstrap.of(new double[] {0, 2}, 1, Goal.LESS);

        assertThat(difference.mean()).isEqualTo(1);
        assertThat(difference.low()).isZero();
        assertThat(difference.high()).isEqualTo(2);
        // Means at or below 0: a quarter, so p is near a half.
        assertThat(difference.p()).isCloseTo(0.5, within(0.03));
    }

    @Test
    void five_pairs_of_one_sign_settle_nothing_and_six_do() {
        double[] less = {-1, -2, -1, -3, -2, -1};

        Difference five = PairedBootstrap.of(Arrays.copyOf(less, 5), 1, Goal.LESS);
        assertThat(five.verdict()).isEqualTo(Verdict.TOO_FEW_PAIRS);
        assertThat(five.p()).isEqualTo(1.0 / 16);

        Difference six = PairedBootstrap.of(less, 1, Goal.LESS);
        assertThat(six.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(six.p()).isEqualTo(1.0 / 32);
        assertThat(six.high()).isNegative();
    }

    @Test
    void the_verdict_depends_on_which_way_the_figure_is_better() {
        double[] more = {1, 2, 1, 3, 2, 1};

        assertThat(PairedBootstrap.of(more, 1, Goal.of("jct_mean_s")).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(PairedBootstrap.of(more, 1, Goal.of("gpu_allocation_pct_at_end"))
                        .verdict())
                .isEqualTo(Verdict.BETTER);
        assertThat(PairedBootstrap.of(more, 1, Goal.of("jobs_submitted")).verdict())
                .isEqualTo(Verdict.HIGHER);
    }

    @Test
    void the_interval_of_independent_values_is_that_of_the_normal_limit() {
        double[] values = normal(400, 0);

        Difference difference = PairedBootstrap.of(values, 1, Goal.LESS);

        double half = 1.96 * deviation(values) / Math.sqrt(values.length);
        assertThat(difference.high() - difference.low()).isCloseTo(2 * half, within(0.1 * half));
    }

    @Test
    void correlated_neighbours_make_blocks_long_and_the_interval_wide() {
        double[] values = normal(4000, 0.9);

        int block = BlockLength.of(values);
        Difference plain = PairedBootstrap.of(values, 1, Goal.LESS);
        Difference blocked = PairedBootstrap.of(values, block, Goal.LESS);

        assertThat(block).isBetween(30, 189);
        // The long-run deviation of such a series is √((1 + 0.9) / (1 − 0.9)) ≈ 4.4 times the plain one.
        double wider = (blocked.high() - blocked.low()) / (plain.high() - plain.low());
        assertThat(wider).isBetween(3.3, 5.0);
    }

    @Test
    void independent_neighbours_have_short_blocks() {
        assertThat(BlockLength.of(normal(1000, 0))).isBetween(10, 20);
        assertThat(BlockLength.of(new double[1000])).isEqualTo(10);
        assertThat(BlockLength.of(new double[] {1, 2, 3})).isEqualTo(1);
        // Means of 10 values, of which 22 make a block.
        assertThat(BlockLength.of(new double[100_000])).isEqualTo(220);
    }

    @Test
    void the_same_differences_have_the_same_interval() {
        double[] values = normal(50, 0.5);

        assertThat(PairedBootstrap.of(values, 3, Goal.LESS)).isEqualTo(PairedBootstrap.of(values, 3, Goal.LESS));
    }

    /** Normal values; each keeps {@code kept} of the one before. */
    private static double[] normal(int count, double kept) {
        Chance chance = new Chance(7, "series", 0);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = chance.normal() + (i == 0 ? 0 : kept * values[i - 1]);
        }
        return values;
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Math.sqrt(Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1));
    }
}
