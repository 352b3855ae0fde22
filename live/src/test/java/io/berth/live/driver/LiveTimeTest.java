package io.berth.live.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTimeTest {
    private static final long HOUR = Nanos.HOUR;

    private final HandClock clock = new HandClock();
    private final long begin = clock.wallNanos();

    @Test
    void realTimeIsTheMachines() {
        LiveTime time = new LiveTime(clock, TimeOptions.REAL, 0);
        clock.pass(HOUR);

        assertThat(time.read()).isEqualTo(clock.wallNanos());
        assertThat(time.takeJump()).isZero();
        assertThat(time.waitNanos(clock.wallNanos() + 7)).isEqualTo(7);
        assertThat(time.waitNanos(clock.wallNanos() - 7)).isZero();
    }

    @Test
    void anHourMayBeAMinute() {
        LiveTime time = new LiveTime(clock, TimeOptions.scaled(60), 0);
        clock.pass(Nanos.MINUTE);

        assertThat(time.read()).isEqualTo(begin + HOUR);
        assertThat(time.waitNanos(begin + 2 * HOUR)).isEqualTo(Nanos.MINUTE);
    }

    @Test
    void aClockSetBackDoesNotTakeTimeBack() {
        LiveTime time = new LiveTime(clock, TimeOptions.REAL, 0);
        clock.pass(HOUR);
        time.read();
        clock.set(-2 * HOUR);
        clock.pass(Nanos.SECOND);

        assertThat(time.read()).isEqualTo(begin + HOUR + Nanos.SECOND);
        assertThat(time.takeJump()).isEqualTo(-2 * HOUR);
        assertThat(time.takeJump()).isZero();
    }

    @Test
    void aClockSetBackAndForwardAgainIsFollowedAgain() {
        LiveTime time = new LiveTime(clock, TimeOptions.REAL, 0);
        clock.set(-HOUR);
        time.read();
        clock.set(2 * HOUR);

        assertThat(time.read()).isEqualTo(begin + HOUR).isEqualTo(clock.wallNanos());
        assertThat(time.takeJump()).isEqualTo(HOUR);
    }

    @Test
    void scaledTimeDoesNotJumpWithTheClock() {
        LiveTime time = new LiveTime(clock, TimeOptions.scaled(60), 0);
        clock.set(HOUR);
        clock.pass(Nanos.SECOND);

        assertThat(time.read()).isEqualTo(begin + Nanos.MINUTE);
        assertThat(time.takeJump()).isEqualTo(HOUR);
    }

    @Test
    void slowDriftIsNoJump() {
        LiveTime time = new LiveTime(clock, TimeOptions.REAL, 0);
        for (int i = 0; i < 1000; i++) {
            clock.pass(Nanos.SECOND);
            clock.set(-Nanos.MILLISECOND);
            time.read();
        }
        assertThat(time.takeJump()).isZero();
        assertThat(time.nowNanos()).isEqualTo(clock.wallNanos());
    }

    @Test
    void aRecoveredSystemGoesOnWhereItWasIfTheClockIsBehind() {
        LiveTime time = new LiveTime(clock, TimeOptions.REAL, begin + HOUR);

        assertThat(time.nowNanos()).isEqualTo(begin + HOUR);
        clock.pass(5);
        assertThat(time.read()).isEqualTo(begin + HOUR + 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void timeNeverGoesBack(long seed) {
        Random random = new Random(seed);
        LiveTime time = new LiveTime(clock, seed % 2 == 0 ? TimeOptions.REAL : TimeOptions.scaled(0.3), 0);
        long last = time.nowNanos();
        for (int i = 0; i < 10_000; i++) {
            clock.pass(random.nextLong(3 * Nanos.SECOND));
            clock.set(random.nextInt(4) == 0 ? random.nextLong(-10 * Nanos.SECOND, 10 * Nanos.SECOND) : 0);
            assertThat(time.read()).isGreaterThanOrEqualTo(last);
            last = time.nowNanos();
        }
    }

    @Test
    void aScaleThatStopsTimeIsRefused() {
        assertThatThrownBy(() -> TimeOptions.scaled(0)).hasMessageContaining("time scale (0.0)");
        assertThatThrownBy(() -> TimeOptions.scaled(Double.NaN)).hasMessageContaining("time scale");
    }
}
