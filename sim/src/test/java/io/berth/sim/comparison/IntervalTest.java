package io.berth.sim.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.706205",
        "0.95, 2, 4.302653",
        "0.95, 3, 3.182446",
        "0.95, 4, 2.776445",
        "0.95, 9, 2.262157",
        "0.95, 30, 2.042272",
        "0.95, 120, 1.979930",
        "0.95, 1000000, 1.959964",
        "0.5, 1, 1.0",
        "0.99, 5, 4.032143"
    })
    void t_is_that_of_printed_tables(double confidence, int freedom, double t) {
        assertThat(StudentT.quantile(confidence, freedom)).isCloseTo(t, within(2e-4));
    }

    @Test
    void there_is_no_t_without_degrees_of_freedom() {
        assertThatThrownBy(() -> StudentT.quantile(0.95, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StudentT.quantile(1, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_interval_is_the_one_computed_by_hand() {
        // Mean 3, sample variance 2.5, standard error √0.5, t(4) = 2.776445.
        Interval interval = Interval.of(new double[] {1, 2, 3, 4, 5});

        assertThat(interval.mean()).isEqualTo(3);
        assertThat(interval.half()).isCloseTo(2.776445 * Math.sqrt(0.5), within(1e-5));
        assertThat(interval.low()).isCloseTo(3 - 1.963243, within(1e-5));
        assertThat(interval.high()).isCloseTo(3 + 1.963243, within(1e-5));
        assertThat(interval.seeds()).isEqualTo(5);
    }

    @Test
    void one_seed_has_a_mean_and_no_interval() {
        Interval interval = Interval.of(new double[] {7, Double.NaN});

        assertThat(interval.mean()).isEqualTo(7);
        assertThat(interval.low()).isNaN();
        assertThat(interval.high()).isNaN();
        assertThat(interval.seeds()).isEqualTo(1);
    }

    @Test
    void a_figure_that_no_seed_has_is_not_a_number() {
        assertThat(Interval.of(new double[] {Double.NaN}))
                .isEqualTo(new Interval(Double.NaN, Double.NaN, Double.NaN, 0));
    }
}
