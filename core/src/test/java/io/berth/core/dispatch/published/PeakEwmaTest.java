package io.berth.core.dispatch.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class PeakEwmaTest {
    private final PeakEwma balancer = new PeakEwma(10);
    private final Ground ground = new Ground(balancer, 2);

    @Test
    void a_latency_fades_by_e_in_the_time_of_decay_and_counts_for_each_request_there() {
        ground.serve(0, 100);
        ground.now += 10 * Nanos.SECOND;
        ground.send(0, 2);

        assertThat(balancer.load(0, ground.now) / Ground.MILLI).isCloseTo(3 * 100 / Math.E, within(1e-6));
    }

    @Test
    void a_peak_counts_at_once_and_what_is_shorter_by_the_time_since_the_last_look() {
        ground.serve(0, 100);
        ground.serve(0, 300);
        assertThat(balancer.load(0, ground.now) / Ground.MILLI).isCloseTo(300, within(1e-6));

        ground.serve(0, 50);
        double weight = Math.exp(-0.05 / 10);
        assertThat(balancer.load(0, ground.now) / Ground.MILLI)
                .isCloseTo(300 * weight + 50 * (1 - weight), within(1e-6));
    }

    @Test
    void a_server_with_requests_and_no_latency_yet_comes_last() {
        ground.serve(0, 5_000);
        ground.send(0, 50);
        ground.send(1, 1);
        assertThat(ground.picks(20)).containsOnlyKeys(0);

        ground.answer(1);
        ground.now++;
        assertThat(ground.picks(20)).as("idle, and never seen slow").containsOnlyKeys(1);
    }

    @Test
    void of_two_unknown_and_idle_servers_any() {
        assertThat(ground.picks(100)).containsOnlyKeys(0, 1);
    }

    @Test
    void what_fails_says_nothing_and_a_new_server_has_no_latency() {
        ground.serve(0, 100);
        ground.send(0, 1);
        ground.now += 400 * Ground.MILLI;
        ground.fail(0);
        assertThat(balancer.load(0, ground.now) / Ground.MILLI).isLessThan(100);

        ground.replace(0);
        assertThat(balancer.load(0, ground.now)).isZero();
    }

    @Test
    void the_decay_is_above_zero() {
        assertThatThrownBy(() -> new PeakEwma(0)).hasMessage("The parameter (decay) must be above 0, not (0.0).");
    }
}
