package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.online.Guard.Figures;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final Figures FALLBACK = new Figures(4, 600, 0);
    private static final Figures WORSE = new Figures(6, 600, 0);
    private static final Figures FAR_WORSE = new Figures(12, 600, 0);

    private final Guard guard = new Guard(Guard.Limits.STANDARD);

    @Test
    void tripsAtOnceWhereItIsFarWorse() {
        assertThat(guard.check(FAR_WORSE, FALLBACK, FALLBACK)).contains("12.00", "fallback 4.00");
    }

    @Test
    void tripsWhereItIsWorseTwiceOnEnd() {
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).contains("twice on end");
    }

    @Test
    void aGoodCheckInBetweenBeginsAnew() {
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
        assertThat(guard.check(FALLBACK, FALLBACK, FALLBACK)).isNull();
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
    }

    @Test
    void aWorldThatIsWorseThanItsSimulationIsNoFaultOfTheStrategy() {
        for (int check = 0; check < 5; check++) {
            assertThat(guard.check(WORSE, FALLBACK, FALLBACK)).isNull();
        }
    }

    @Test
    void tripsWhereMoreIsTurnedAway() {
        assertThat(guard.check(new Figures(4, 600, 0.1), FALLBACK, FALLBACK)).contains("turned away 10.0 %");
    }
}
