package io.berth.sim.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.sim.comparison.Goal;
import io.berth.spec.input.InputException;
import org.junit.jupiter.api.Test;

class ObjectiveTest {
    @Test
    void short_names_and_figures_are_the_same() {
        assertThat(Objective.of("p90-wait", "test")).isEqualTo(Objective.of("wait_p90_s", "test"));
        assertThat(Objective.of("wait_p90_s", "test").text()).isEqualTo("p90-wait");
        assertThat(Objective.of("wait_p50_s", "test").text()).isEqualTo("wait_p50_s");
    }

    @Test
    void a_cost_that_falls_by_the_logarithm_of_two_halves_a_wait_and_doubles_an_allocation() {
        Objective wait = Objective.of("mean-wait", "test");
        assertThat(wait.change(wait.cost(600) - wait.cost(300))).isCloseTo(-0.5, within(1e-9));

        Objective allocation = Objective.of("allocation", "test");
        assertThat(allocation.goal()).isEqualTo(Goal.MORE);
        assertThat(allocation.change(allocation.cost(40) - allocation.cost(80))).isCloseTo(1, within(1e-9));
    }

    @Test
    void waits_below_ten_seconds_are_alike() {
        Objective wait = Objective.of("mean-wait", "test");
        assertThat(wait.cost(0)).isEqualTo(wait.cost(9)).isLessThan(wait.cost(11));
    }

    @Test
    void what_is_neither_better_high_nor_low_is_refused() {
        assertThatThrownBy(() -> Objective.of("jobs_submitted", "--objective"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("neither better high nor better low");
    }

    @Test
    void a_guard_is_a_figure_and_how_many_times_as_bad() {
        Guard guard = Guard.parse("p99-wait=1.5", "--guard");
        assertThat(guard.brokenBy(StrictMath.log(1.6))).isTrue();
        assertThat(guard.brokenBy(StrictMath.log(1.4))).isFalse();
        for (String wrong : new String[] {"p99-wait", "p99-wait=0.9", "p99-wait=x", "=2"}) {
            assertThatThrownBy(() -> Guard.parse(wrong, "--guard"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("how many times as bad");
        }
    }

    @Test
    void an_interval_of_one_more_draw_is_wider_than_that_of_the_mean() {
        double[] gains = {0.1, 0.2, 0.3, 0.2, 0.1, 0.3};
        Gain seeds = Gain.of(gains, false);
        Gain redrawn = Gain.of(gains, true);

        assertThat(seeds.mean()).isEqualTo(redrawn.mean()).isCloseTo(0.2, within(1e-9));
        assertThat((redrawn.high() - redrawn.low()) / (seeds.high() - seeds.low()))
                .isCloseTo(StrictMath.sqrt(7), within(1e-9));
        assertThat(Gain.of(new double[] {0.5}, false).above(0)).isFalse();
        assertThat(Gain.of(new double[] {0.5, 0.5}, true).above(0.4)).isTrue();
    }
}
