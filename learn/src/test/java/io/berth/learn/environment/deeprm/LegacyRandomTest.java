package io.berth.learn.environment.deeprm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against what numpy.random.RandomState(314159) drew, call for call. */
class LegacyRandomTest {
    @Test
    void drawsTheNumbersOfNumpy() {
        LegacyRandom random = new LegacyRandom(314159);

        assertThat(new double[] {random.unit(), random.unit(), random.unit()})
                .containsExactly(0.8179233079975224, 0.5510462969367323, 0.4197753547567066);
        assertThat(draws(random, 8, 0, 6)).containsExactly(0, 1, 2, 3, 1, 1, 3, 5);
        assertThat(draws(random, 5, 10, 16)).containsExactly(15, 11, 13, 11, 10);
        assertThat(draws(random, 1, 3, 4)).containsExactly(3);
        assertThat(draws(random, 4, 0, 1_000_003)).containsExactly(719894, 670571, 803571, 469149);
        double sum = 0;
        for (int i = 0; i < 2000; i++) {
            sum += random.unit();
        }
        assertThat(sum).isEqualTo(1019.0097996830823);
    }

    @Test
    void emptyRangeIsRefused() {
        assertThatThrownBy(() -> new LegacyRandom(1).between(5, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 5 to below 5");
    }

    private static int[] draws(LegacyRandom random, int count, int low, int high) {
        return IntStream.range(0, count).map(_ -> random.between(low, high)).toArray();
    }
}
