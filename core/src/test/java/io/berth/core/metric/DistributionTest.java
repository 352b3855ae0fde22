package io.berth.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void allValuesAreKeptWhereNothingElseIsSaid() {
        Distribution all = new Distribution();
        for (int i = 1; i <= 1000; i++) {
            all.add(i);
        }

        assertThat(all.kept()).isEqualTo(1000);
        assertThat(all.mean()).isEqualTo(500.5);
        assertThat(all.quantile(0.5)).isEqualTo(501);
        assertThat(all.max()).isEqualTo(1000);
        assertThat(all.variance()).isCloseTo(83_333.25, within(1e-6));
    }

    @Test
    void ofValuesThatComeForEverAFewSayTheSame() {
        Distribution bounded = Distribution.bounded(4096);
        Chance chance = new Chance(3, "values", 0);
        double sum = 0;
        double largest = 0;
        for (int i = 0; i < 1_000_000; i++) {
            double value = chance.unit() * chance.unit();
            sum += value;
            largest = Math.max(largest, value);
            bounded.add(value);
            assertThat(bounded.kept() <= 4096).isTrue();
        }

        assertThat(bounded.size()).isEqualTo(1_000_000);
        assertThat(bounded.kept()).isGreaterThan(2000);
        assertThat(bounded.mean()).isEqualTo(sum / 1_000_000);
        assertThat(bounded.max()).isEqualTo(largest);
        // P(xy <= z) = z (1 - ln z).
        for (double z : new double[] {0.01, 0.1, 0.3, 0.7}) {
            assertThat(bounded.quantile(z * (1 - Math.log(z)))).isCloseTo(z, within(0.03));
        }
    }

    @Test
    void nothingIsSaidOfNoValues() {
        assertThat(new Distribution().mean()).isNaN();
        assertThat(new Distribution().max()).isNaN();
        assertThatThrownBy(() -> Distribution.bounded(63)).hasMessageContaining("63");
    }
}
