package io.berth.sim.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How often intervals hold a mean that is known, and how often two queues that do not differ are marked as different. */
class CoverageTest {
    private static final boolean FULL = Boolean.getBoolean("berth.full");
    private static final int SERIES = 400;

    @Test
    void of_few_independent_pairs_the_interval_holds_the_mean_as_often_as_it_says() {
        for (int pairs : FULL ? new int[] {6, 10, 20} : new int[] {10}) {
            assertThat(held(_ -> 1, 0, chance -> autoregressive(chance, pairs, 0)))
                    .as("%d pairs", pairs)
                    .isBetween(0.93, 0.98);
        }
    }

    @Test
    void of_a_correlated_series_the_interval_holds_the_mean_as_often_as_it_says() {
        for (double kept : FULL ? new double[] {0, 0.5, 0.8, 0.9} : new double[] {0.8}) {
            assertThat(held(BlockLength::ofQueueing, 0, chance -> autoregressive(chance, 2000, kept)))
                    .as("AR(1) of %s", kept)
                    .isBetween(0.93, 0.985);
        }
    }

    @Test
    void of_waits_in_a_queue_the_interval_holds_the_mean_nearly_as_often_as_it_says() {
        assertThat(held(BlockLength::ofQueueing, 1, chance -> waits(chance, 2000, 0.5)))
                .isGreaterThan(0.92);
        if (FULL) {
            // ρ/(1 − ρ) services, Pollaczek and Khinchine.
            assertThat(held(BlockLength::ofQueueing, 4, chance -> waits(chance, 5000, 0.8)))
                    .isGreaterThan(0.9);
        }
    }

    @Test
    void of_two_queues_that_do_not_differ_few_are_marked() {
        assertThat(marked(2000, 0.8)).isLessThanOrEqualTo(0.07);
        if (FULL) {
            assertThat(marked(2000, 0.5)).isLessThanOrEqualTo(0.07);
            assertThat(marked(5000, 0.8)).isLessThanOrEqualTo(0.07);
            assertThat(marked(5000, 0.9)).isLessThanOrEqualTo(0.07);
        }
        // Too short a list is not marked, but said to be too short: at such a load, thousands of jobs are one busy
        // period.
        assertThat(marked(500, 0.9)).isLessThanOrEqualTo(0.05);
        if (FULL) {
            assertThat(marked(5000, 0.95)).isLessThanOrEqualTo(0.05);
        }
    }

    private static double held(Function<double[], Integer> block, double mean, Function<Chance, double[]> series) {
        int held = 0;
        for (int i = 0; i < SERIES; i++) {
            double[] values = series.apply(new Chance(i, "series", 0));
            Difference difference = PairedBootstrap.of(values, block.apply(values), Goal.LESS);
            held += difference.low() <= mean && difference.high() >= mean ? 1 : 0;
        }
        return held / (double) SERIES;
    }

    private static double marked(int jobs, double load) {
        int marked = 0;
        for (int i = 0; i < SERIES; i++) {
            double[] values = difference(new Chance(i, "series", 0), jobs, load);
            Verdict verdict = PairedBootstrap.of(values, BlockLength.ofQueueing(values), Goal.LESS)
                    .verdict();
            marked += verdict == Verdict.BETTER || verdict == Verdict.WORSE ? 1 : 0;
        }
        return marked / (double) SERIES;
    }

    /** Normal values, each of which keeps {@code kept} of the one before. */
    private static double[] autoregressive(Chance chance, int count, double kept) {
        double[] values = new double[count];
        double last = chance.normal() / Math.sqrt(1 - kept * kept);
        for (int i = 0; i < count; i++) {
            last = chance.normal() + kept * last;
            values[i] = last;
        }
        return values;
    }

    /** Waits in an M/M/1 queue in its steady state, by Lindley's recursion; a service takes {@code load}, a gap 1 in the mean. */
    private static double[] waits(Chance chance, int count, double load) {
        double[] values = new double[count];
        double wait = first(chance, load);
        for (int i = 0; i < count; i++) {
            // In units of a service.
            values[i] = wait / load;
            wait = Math.max(0, wait + chance.exponential(load) - chance.exponential(1));
        }
        return values;
    }

    /** What jobs wait in one such queue minus what they wait in another: they come together, and each has services of its own. */
    private static double[] difference(Chance chance, int count, double load) {
        double[] values = new double[count];
        double one = first(chance, load);
        double other = first(chance, load);
        for (int i = 0; i < count; i++) {
            values[i] = one - other;
            double gap = chance.exponential(1);
            one = Math.max(0, one + chance.exponential(load) - gap);
            other = Math.max(0, other + chance.exponential(load) - gap);
        }
        return values;
    }

    private static double first(Chance chance, double load) {
        return chance.unit() < load ? chance.exponential(load / (1 - load)) : 0;
    }
}
