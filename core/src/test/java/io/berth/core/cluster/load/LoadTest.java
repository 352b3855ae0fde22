package io.berth.core.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.load.LoadCheck.Verdict;
import io.berth.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTest {
    private static final long MINUTE = 60 * Nanos.SECOND;
    private static final long NOW = 1000 * MINUTE;
    /** Ten CPUs, nothing else is known. */
    private static final long[] CAPACITY = {10_000, 0, 0, 0, 0, 0, 0};

    @Test
    void the_nearest_span_that_was_measured_stands_for_those_that_were_not() {
        Load load = new Load(List.of(
                LoadFigure.flat(Span.TEN_MINUTES, Measure.CPU, 7),
                new LoadFigure(Span.THIRTY_MINUTES, Measure.MEMORY, List.of(1L, 2L, 3L, 4L, 5L))));

        assertThat(load.value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P95)).isEqualTo(7);
        assertThat(load.value(Span.THIRTY_MINUTES, Measure.CPU, Statistic.AVG)).isEqualTo(7);
        assertThat(load.value(Span.FIVE_MINUTES, Measure.MEMORY, Statistic.P90)).isEqualTo(3);
        assertThat(load.value(Span.FIVE_MINUTES, Measure.DISK, Statistic.AVG)).isEqualTo(Load.UNKNOWN);
        assertThat(Load.NONE.value(Span.FIVE_MINUTES, Measure.CPU, Statistic.AVG))
                .isEqualTo(Load.UNKNOWN);
        assertThatThrownBy(() -> Span.of(7)).hasMessageContaining("(7)");
        assertThatThrownBy(() -> Statistic.of("p96")).hasMessageContaining("(p96)");
    }

    @Test
    void samples_become_mean_and_nearest_ranks_of_each_span() {
        LoadSamples samples = new LoadSamples(List.of(Span.FIVE_MINUTES, Span.TEN_MINUTES));
        assertThat(samples.load()).isEqualTo(Load.NONE);
        for (int i = 1; i <= 40; i++) {
            samples.add(NOW + i * 15 * Nanos.SECOND, new long[] {i, Load.UNKNOWN, -1, -1, -1, -1, -1});
        }

        // Twenty of five minutes, 21 to 40, and all forty.
        assertThat(samples.load().figures())
                .containsExactly(
                        new LoadFigure(Span.FIVE_MINUTES, Measure.CPU, List.of(31L, 30L, 38L, 39L, 40L)),
                        new LoadFigure(Span.TEN_MINUTES, Measure.CPU, List.of(21L, 20L, 36L, 38L, 40L)));
    }

    @Test
    void a_clock_that_goes_back_begins_the_samples_anew() {
        LoadSamples samples = new LoadSamples(List.of(Span.FIVE_MINUTES));
        samples.add(NOW, new long[] {9, -1, -1, -1, -1, -1, -1});
        samples.add(NOW - MINUTE, new long[] {1, -1, -1, -1, -1, -1, -1});

        assertThat(samples.load().value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P99))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 0, TAKEN, 5000",
        "-3, 0, CLAMPED, 0",
        "10500, 0, CLAMPED, 10000",
        "9223372036854775807, 0, ABSURD, 0",
        "-9223372036854775808, 0, CLAMPED, 0",
        "5000, -30, CLAMPED, 5000",
        "5000, -61, FUTURE, 0",
        "5000, 299, TAKEN, 5000",
        "5000, 300, STALE, 0",
        "5000, 9223372036, STALE, 0",
        "5000, 200, OLDER, 0"
    })
    void what_is_no_measurement_is_refused_by_a_name(long cpu, long ageSeconds, Verdict verdict, long taken) {
        Load load = new Load(List.of(LoadFigure.flat(Span.FIVE_MINUTES, Measure.CPU, cpu)));
        long known = verdict == Verdict.OLDER ? NOW - MINUTE : Long.MIN_VALUE;

        LoadCheck check = LoadCheck.of(load, CAPACITY, NOW, ageSeconds * Nanos.SECOND, known);

        assertThat(check.verdict()).isEqualTo(verdict);
        assertThat(check.measuredNanos()).isLessThanOrEqualTo(NOW);
        if (verdict.taken()) {
            assertThat(check.load().value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P50))
                    .isEqualTo(taken);
        }
    }

    @Test
    void nothing_measured_is_no_measurement() {
        assertThat(LoadCheck.of(Load.NONE, CAPACITY, NOW, 0, Long.MIN_VALUE).verdict())
                .isEqualTo(Verdict.EMPTY);
    }

    @Test
    void a_measurement_is_worth_less_with_age() {
        assertThat(Freshness.of(180 * Nanos.SECOND - 1)).isEqualTo(Freshness.FRESH);
        assertThat(Freshness.of(180 * Nanos.SECOND)).isEqualTo(Freshness.DECAYED);
        assertThat(Freshness.of(300 * Nanos.SECOND)).isEqualTo(Freshness.BLIND);
    }

    @Test
    void what_is_hot_stays_so_until_it_is_below_the_lower_threshold() {
        Thresholds much = new Thresholds(
                Statistic.P95, Span.FIVE_MINUTES, List.of(800, 0, 0, 0, 0, 0, 0), List.of(700, 0, 0, 0, 0, 0, 0));
        long[] shares = {800, 999, -1, -1, -1, -1, -1};

        assertThat(much.hot(0, shares)).isZero();
        shares[0] = 801;
        assertThat(much.hot(0, shares)).isEqualTo(1);
        shares[0] = 701;
        assertThat(much.hot(1, shares)).isEqualTo(1);
        assertThat(much.hot(0, shares)).isZero();
        shares[0] = 700;
        assertThat(much.hot(1, shares)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // Koordinator: 85 and 70 per cent, rounded; 250 m and 200 MiB where nothing is asked for.
        "KOORDINATOR, 1000, 1000, 850, 700",
        "KOORDINATOR, 1, 1, 1, 1",
        "KOORDINATOR, 3, 3, 3, 2",
        "KOORDINATOR, 0, 0, 250, 209715200",
        // Volcano: 70 per cent of both.
        "VOLCANO, 1000, 1000, 700, 700",
        "VOLCANO, 0, 1000, 250, 700",
        "VOLCANO, 5, 0, 4, 209715200"
    })
    void a_task_is_taken_to_use_what_is_published(String whose, long cpu, long memory, long usesCpu, long usesMemory) {
        Estimate estimate = whose.equals("VOLCANO") ? Estimate.VOLCANO : Estimate.KOORDINATOR;

        assertThat(estimate.of(new Use(cpu, memory, 0))).isEqualTo(new Use(usesCpu, usesMemory, 0));
    }
}
