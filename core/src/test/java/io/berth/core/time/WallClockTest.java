package io.berth.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WallClockTest {
    @Test
    void aMomentIsShownAsTheClockWasThen() {
        WallClock clock = WallClock.EVEN.set(100, 7).set(200, -50);

        assertThat(clock.wallNanos(99)).isEqualTo(99);
        assertThat(clock.wallNanos(100)).isEqualTo(107);
        assertThat(clock.wallNanos(199)).isEqualTo(206);
        assertThat(clock.wallNanos(200)).isEqualTo(150);
        assertThat(clock.wallNanos(Nanos.NEVER)).isEqualTo(Nanos.NEVER);
        assertThat(clock.lastOffsetNanos()).isEqualTo(-50);
    }

    @Test
    void ofAMomentThatTheClockShowedTwiceTheLaterIsMeant() {
        WallClock clock = WallClock.EVEN.set(200, -50);

        assertThat(clock.nanos(160, 1_000)).isEqualTo(210);
        assertThat(clock.nanos(149, 1_000)).isEqualTo(149);
        assertThat(clock.nanos(190, 220)).isEqualTo(190);
    }

    @Test
    void aMomentThatTheClockNeverShowedIsTheOneAtWhichItWasSet() {
        WallClock clock = WallClock.EVEN.set(200, 1_000);

        assertThat(clock.nanos(500, 900)).isEqualTo(200);
        assertThat(clock.nanos(1_200, 900)).isEqualTo(200);
        assertThat(clock.nanos(1_300, 900)).isEqualTo(300);
        assertThat(clock.nanos(5_000, 900)).isEqualTo(900);
        assertThat(clock.nanos(Long.MIN_VALUE, 900)).isEqualTo(Long.MIN_VALUE);
        assertThat(clock.nanos(Long.MAX_VALUE, 900)).isEqualTo(900);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatWasShownIsFoundAgain(long seed) {
        Random random = new Random(seed);
        WallClock clock = WallClock.EVEN;
        long now = Nanos.DAY;
        for (int i = 0; i < 300; i++) {
            clock = clock.set(now, random.nextLong(-Nanos.DAY, Nanos.DAY));
            now += random.nextLong(1, Nanos.HOUR);
        }
        for (int i = 0; i < 1_000; i++) {
            long moment = random.nextLong(now + 1);
            long found = clock.nanos(clock.wallNanos(moment), now);
            assertThat(clock.wallNanos(found)).as("seed %d", seed).isEqualTo(clock.wallNanos(moment));
            assertThat(found).as("seed %d", seed).isBetween(moment, now);
        }
    }

    @Test
    void aClockThatIsSetWithoutEndIsKeptInBounds() {
        WallClock clock = WallClock.EVEN;
        for (int i = 0; i < 5_000; i++) {
            clock = clock.set(i * 10L, i == 2_000 ? -Nanos.HOUR : i);
        }

        assertThat(clock.settings()).isEqualTo(WallClock.MOST);
        assertThat(clock.lastOffsetNanos()).isEqualTo(4_999);
        assertThat(clock.offsetNanos(20_005)).isEqualTo(-Nanos.HOUR);
        long[] froms = new long[clock.settings()];
        long[] offsets = new long[clock.settings()];
        for (int setting = 0; setting < clock.settings(); setting++) {
            froms[setting] = clock.fromNanos(setting);
            offsets[setting] = clock.offsetOf(setting);
        }
        assertThat(WallClock.of(froms, offsets)).isEqualTo(clock);
    }

    @Test
    void settingsThatDoNotComeOneAfterAnotherAreRefused() {
        assertThatThrownBy(() -> WallClock.of(new long[] {5, 5}, new long[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
