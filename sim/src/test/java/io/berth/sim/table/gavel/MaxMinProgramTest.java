package io.berth.sim.table.gavel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MaxMinProgramTest {
    @Test
    void who_is_as_fast_anywhere_leaves_the_fast_model_to_who_is_not() {
        double[][] gains = {{2, 0.2}, {1, 1}};

        double[][] shares = new MaxMinProgram(gains, new double[] {1, 1}, new double[] {1, 1}).solve();

        assertThat(shares[1][0] + shares[1][1]).isCloseTo(1, within(1e-4));
        assertThat(2 * shares[0][0] + 0.2 * shares[0][1]).isGreaterThanOrEqualTo(1 - 1e-4);
        assertThat(shares[0][0] + shares[1][0]).isLessThanOrEqualTo(1);
    }

    @Test
    void what_is_too_little_for_all_is_shared_so_that_the_worst_off_has_most() {
        // y + y + 2z = 2 with y = 2z, so that y = 2/3.
        double[][] gains = {{1}, {1}, {2}};

        double[][] shares = new MaxMinProgram(gains, new double[] {1, 1, 2}, new double[] {2}).solve();

        assertThat(shares[0][0]).isCloseTo(2.0 / 3, within(1e-4));
        assertThat(shares[1][0]).isCloseTo(2.0 / 3, within(1e-4));
        assertThat(shares[2][0]).isCloseTo(1.0 / 3, within(1e-4));
    }

    @Test
    void of_many_best_shares_it_is_the_centre() {
        double[][] gains = {{1, 1, 1}};

        double[][] shares = new MaxMinProgram(gains, new double[] {1}, new double[] {36, 36, 36}).solve();

        assertThat(shares[0]).containsExactly(new double[] {1.0 / 3, 1.0 / 3, 1.0 / 3}, within(1e-4));
    }
}
