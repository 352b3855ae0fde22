package io.berth.core.dispatch.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
    private final Rates rates = new Rates();
    private final Chance chance = new Chance(5, "rates", 0);

    @Test
    void findsWhatAnswersWereMadeOf() {
        rates.before(1, 0);
        answers(1_000, 2, 0.1, 500, 0.05);

        assertThat(rates.work()).isCloseTo(2, within(0.1));
        assertThat(rates.other()).isCloseTo(0.1, within(0.01));
        assertThat(rates.read()).isCloseTo(500, within(25.0));
        assertThat(rates.nanos(1e9, 10, 1e6)).isCloseTo(3.5e9, within(0.1e9));
    }

    @Test
    void nothingIsBelowNothing() {
        rates.before(1, 0);
        answers(300, 2, 0, 0, 0.1);

        assertThat(rates.other()).isNotNegative().isLessThan(0.02 * rates.work());
        assertThat(rates.read()).isNotNegative();
        assertThat(rates.nanos(1e9, 10, 0)).isCloseTo(2e9, within(0.4e9));
    }

    /** Whatever comes, it is a number that says how long an answer takes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyAnswersLeaveNumbers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3_000; i++) {
            rates.before(any(random), random.nextInt(3) == 0 ? 0 : any(random));
            rates.answered(any(random), any(random), random.nextInt(4) == 0 ? 0 : random.nextInt(300), any(random));

            assertThat(List.of(rates.work(), rates.other(), rates.read()))
                    .allMatch(rate -> Double.isFinite(rate) && rate >= 0);
        }
    }

    /** From nothing to a day, in nanoseconds or bytes. */
    private static double any(SplittableRandom random) {
        return random.nextInt(6) == 0 ? 0 : Math.pow(10, 14 * random.nextDouble());
    }

    @Test
    void followsAServerThatBecomesSlower() {
        rates.before(1, 0);
        answers(500, 2, 0.1, 500, 0.02);
        answers(1_500, 4, 0.2, 1_000, 0.02);

        assertThat(rates.nanos(1e9, 10, 1e6)).isCloseTo(7e9, within(0.2e9));
    }

    @Test
    void oneOutlierMovesThemALittle() {
        rates.before(1, 0);
        answers(500, 2, 0.1, 500, 0.02);
        double before = rates.nanos(1e9, 10, 1e6);
        rates.answered(1e14, 1e9, 10, 1e6);

        assertThat(rates.nanos(1e9, 10, 1e6)).isCloseTo(before, within(0.02 * before));
    }

    private void answers(int count, double work, double other, double read, double noise) {
        for (int i = 0; i < count; i++) {
            double units = 1e8 + 2e9 * chance.unit();
            double others = chance.below(20);
            double bytes = 1e5 + 4e6 * chance.unit();
            double nanos = (work + other * others) * units + read * bytes;
            rates.answered(nanos * StrictMath.exp(noise * chance.normal()), units, others, bytes);
        }
    }
}
