package io.berth.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class ImbalanceTest {
    @Test
    void variance_and_idle_rate_are_weighted_by_time() {
        Imbalance imbalance = new Imbalance();
        imbalance.grow(2);
        imbalance.set(0, 8, 8);
        imbalance.set(1, 0, 8);
        imbalance.elapse(3 * Nanos.SECOND);
        imbalance.set(1, 8, 8);
        imbalance.elapse(Nanos.SECOND);

        assertThat(imbalance.meanVariance()).isCloseTo((3 * 0.25 + 0) / 4, within(1e-12));
        assertThat(imbalance.meanIdleRate()).isCloseTo((3 * 0.5 + 0) / 4, within(1e-12));
        assertThat(imbalance.meanAllocatedShare()).isCloseTo((3 * 0.5 + 1) / 4, within(1e-12));
    }

    @Test
    void a_node_without_the_resource_does_not_count() {
        Imbalance imbalance = new Imbalance();
        imbalance.grow(3);
        imbalance.set(0, 2, 8);
        imbalance.set(1, 2, 8);
        imbalance.set(2, 4, 4);
        assertThat(imbalance.variance()).isGreaterThan(0);

        imbalance.set(2, 0, 0);

        assertThat(imbalance.variance()).isZero();
        assertThat(imbalance.allocated()).isEqualTo(4);
        assertThat(imbalance.total()).isEqualTo(16);
    }
}
