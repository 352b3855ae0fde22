package io.berth.sim.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EvidenceTest {
    private static final double[] UNSURE = {0.5, -0.1, 0.4, 0.1};

    @Test
    void looks_that_settle_nothing_one_by_one_do_together() {
        Evidence evidence = new Evidence(2, 100);
        evidence.add(1, 10, UNSURE);
        assertThat(evidence.gain(1).above(0)).isFalse();

        evidence.add(1, 20, UNSURE);
        evidence.add(1, 30, UNSURE);
        assertThat(evidence.gain(1).above(0)).isTrue();
        assertThat(evidence.gain(1).mean()).isCloseTo(0.225, within(1e-9));
        assertThat(evidence.gain(1).draws()).isEqualTo(12);
        assertThat(evidence.looks(1)).isEqualTo(3);
        assertThat(evidence.looks(0)).isZero();
    }

    @Test
    void a_look_at_which_it_was_no_better_begins_it_anew() {
        Evidence evidence = new Evidence(1, 100);
        evidence.add(0, 10, UNSURE);
        evidence.add(0, 20, new double[] {0.1, -0.2});
        assertThat(evidence.looks(0)).isZero();
        assertThat(evidence.last(0)).isZero();

        evidence.add(0, 30, new double[] {0.3, 0.1});
        assertThat(evidence.looks(0)).isEqualTo(1);
        assertThat(evidence.last(0)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void looks_that_are_too_old_and_those_before_a_change_say_nothing() {
        Evidence evidence = new Evidence(1, 100);
        evidence.add(0, 10, UNSURE);
        evidence.add(0, 90, UNSURE);
        evidence.add(0, 120, UNSURE);
        assertThat(evidence.looks(0)).isEqualTo(2);

        evidence.clear();
        assertThat(evidence.looks(0)).isZero();
    }

    @Test
    void a_look_without_draws_changes_nothing() {
        Evidence evidence = new Evidence(1, 100);
        evidence.add(0, 10, UNSURE);
        evidence.add(0, 20, new double[0]);
        assertThat(evidence.looks(0)).isEqualTo(1);
    }
}
