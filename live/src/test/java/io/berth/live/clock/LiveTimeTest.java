package io.berth.live.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.event.Event;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.live.driver.HandClock;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTimeTest {
    private static final long HOUR = Nanos.HOUR;

    private final HandClock clock = new HandClock();
    private final long begin = clock.wallNanos();

    @Test
    void realTimeBeginsWithTheTimeOfDay() {
        LiveTime time = real(TimeBefore.NONE);
        clock.pass(HOUR);

        assertThat(time.read()).isEqualTo(clock.wallNanos());
        assertThat(time.change()).isNull();
        assertThat(time.waitNanos(clock.wallNanos() + 7)).isEqualTo(7);
        assertThat(time.waitNanos(clock.wallNanos() - 7)).isZero();
    }

    @Test
    void anHourMayBeAMinute() {
        LiveTime time = new LiveTime(clock, TimeOptions.scaled(60), TimeBefore.NONE);
        clock.pass(Nanos.MINUTE);

        assertThat(time.read()).isEqualTo(begin + HOUR);
        assertThat(time.waitNanos(begin + 2 * HOUR)).isEqualTo(Nanos.MINUTE);
    }

    @ParameterizedTest
    @ValueSource(longs = {Nanos.HOUR, Nanos.DAY, 3_650 * Nanos.DAY, -Nanos.HOUR, -3_650 * Nanos.DAY})
    void aStepOfTheClockMovesNothingButWhatIsShown(long step) {
        LiveTime time = real(TimeBefore.NONE);
        clock.pass(HOUR);
        clock.set(step);

        assertThat(time.read()).isEqualTo(begin + HOUR);
        assertThat(time.change()).isEqualTo(new Event.ClockSet(step, BootTime.NONE));
        assertThat(time.change()).isNull();
        clock.pass(Nanos.SECOND);
        assertThat(time.read()).isEqualTo(begin + HOUR + Nanos.SECOND);
    }

    @Test
    void timeStandsStillWhileTheMachineIsSuspended() {
        LiveTime time = real(TimeBefore.NONE);
        clock.suspend(8 * HOUR);
        clock.pass(Nanos.SECOND);

        assertThat(time.read()).isEqualTo(begin + Nanos.SECOND);
        assertThat(time.change()).isEqualTo(new Event.ClockSet(8 * HOUR, BootTime.NONE));
    }

    @Test
    void scaledTimeDoesNotJumpWithTheClock() {
        LiveTime time = new LiveTime(clock, TimeOptions.scaled(60), TimeBefore.NONE);
        clock.set(HOUR);
        clock.pass(Nanos.SECOND);

        assertThat(time.read()).isEqualTo(begin + Nanos.MINUTE);
        assertThat(time.change()).isEqualTo(new Event.ClockJumped(HOUR));
    }

    @Test
    void aSlowDriftIsToldOfNowAndThenSoThatItNeverAddsUp() {
        LiveTime time = real(TimeBefore.NONE);
        WallClock shown = WallClock.EVEN;
        int told = 0;
        for (int second = 0; second < 100_000; second++) {
            clock.pass(Nanos.SECOND);
            clock.set(-100_000);
            time.read();
            if (time.change() instanceof Event.ClockSet set) {
                shown = shown.set(time.nowNanos(), set.offsetNanos());
                told++;
            }
            assertThat(shown.wallNanos(time.nowNanos())).isCloseTo(clock.wallNanos(), within(100 * Nanos.MILLISECOND));
        }
        assertThat(told).isEqualTo(100);
    }

    @Test
    void aClockThatIsPulledAboutBelowASecondIsToldOfOnceAMinute() {
        LiveTime time = real(TimeBefore.NONE);
        int told = 0;
        for (int second = 0; second < 600; second++) {
            clock.pass(Nanos.SECOND);
            clock.set(second % 2 == 0 ? Nanos.SECOND / 2 : -Nanos.SECOND / 2);
            time.read();
            told += time.change() == null ? 0 : 1;
        }
        assertThat(told).isBetween(1, 11);
    }

    @Test
    void aRestartGoesOnByTheClocksThatOnlyCountUpWhateverTheTimeOfDay() {
        clock.boot("one", HOUR);
        for (long step : new long[] {0, Nanos.DAY, -10_000 * Nanos.DAY, 3_650 * Nanos.DAY}) {
            TimeBefore before = before(real(TimeBefore.NONE), TimeBefore.NONE);
            clock.pass(10 * Nanos.SECOND);
            clock.set(step);
            LiveTime after = real(before);

            assertThat(after.nowNanos()).isEqualTo(before.nowNanos() + 10 * Nanos.SECOND);
            assertThat(after.notice()).isEmpty();
            assertThat(after.change()).isEqualTo(step == 0 ? null : new Event.ClockSet(step, before.boot()));
            clock.set(-step);
        }
    }

    @Test
    void aMonotonicClockThatIsAheadOfTheUptimeIsNotBelieved() {
        clock.boot("one", HOUR);
        TimeBefore before = before(real(TimeBefore.NONE), TimeBefore.NONE);
        clock.pass(10 * Nanos.SECOND);
        clock.runAhead(Nanos.DAY);

        assertThat(real(before).nowNanos()).isEqualTo(before.nowNanos() + 10 * Nanos.SECOND);
    }

    @Test
    void afterTheMachineWentDownTheTimeOfDayCountsWhereItCan() {
        clock.boot("one", HOUR);
        TimeBefore before = before(real(TimeBefore.NONE), TimeBefore.NONE);
        clock.suspend(3 * HOUR);
        clock.boot("two", Nanos.MINUTE);
        LiveTime after = real(before);

        assertThat(after.nowNanos()).isEqualTo(before.nowNanos() + 3 * HOUR);
        assertThat(after.notice()).isEmpty();
        assertThat(after.change()).isInstanceOf(Event.ClockSet.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-HOUR, -3_650 * Nanos.DAY, 31 * Nanos.DAY, 3_650 * Nanos.DAY})
    void afterTheMachineWentDownATimeOfDayThatCannotBeCountsForNothingAndIsToldOf(long off) {
        clock.boot("one", HOUR);
        TimeBefore before = before(real(TimeBefore.NONE), TimeBefore.NONE);
        clock.boot("two", Nanos.MINUTE);
        clock.set(off);
        LiveTime after = real(before);

        assertThat(after.nowNanos()).isEqualTo(before.nowNanos());
        assertThat(after.notice()).contains("the machine's clock shows a time");
        assertThat(((Event.ClockSet) after.change()).offsetNanos()).isEqualTo(off);
    }

    @Test
    void aStateOfATimeFarAheadIsGoneOnWithAndShownAsTheClockIs() {
        LiveTime time = real(new TimeBefore(begin + 3_650 * Nanos.DAY, WallClock.EVEN, BootTime.NONE));
        clock.pass(5);

        assertThat(time.read()).isEqualTo(begin + 3_650 * Nanos.DAY + 5);
        assertThat(((Event.ClockSet) time.change()).offsetNanos()).isEqualTo(-3_650 * Nanos.DAY);
    }

    /** Steps, slews, suspensions, restarts with and without a boot, at random; the seed is the case. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void timeNeverGoesBackNorGainsNorLosesAndWhatIsShownIsTheClocks(long seed) {
        Random random = new Random(seed);
        clock.boot("boot 0", random.nextLong(HOUR));
        LiveTime time = real(TimeBefore.NONE);
        TimeBefore told = TimeBefore.NONE;
        long expected = time.nowNanos();
        for (int i = 0; i < 20_000; i++) {
            long passed = random.nextLong(2 * Nanos.SECOND);
            clock.pass(passed);
            expected += passed;
            clock.set(random.nextLong(-Nanos.MILLISECOND, Nanos.MILLISECOND));
            switch (random.nextInt(200)) {
                case 0 -> clock.set(random.nextLong(-400 * Nanos.DAY, 400 * Nanos.DAY));
                case 1 -> clock.set(random.nextLong(-Nanos.SECOND, Nanos.SECOND));
                case 2 -> clock.suspend(random.nextLong(10 * HOUR));
                case 3 -> time = real(told);
                case 4 -> {
                    long off = random.nextLong(HOUR);
                    clock.suspend(off);
                    long since = clock.wallNanos() - told.wall().wallNanos(told.nowNanos());
                    clock.boot("boot " + i, random.nextLong(HOUR));
                    time = real(told);
                    expected = told.nowNanos() + (since < 0 || since > 30 * Nanos.DAY ? 0 : since);
                }
                default -> {}
            }
            assertThat(time.read()).as("seed %d, step %d", seed, i).isEqualTo(expected);
            told = before(time, told);
            long shown = told.wall().wallNanos(told.nowNanos());
            long wrong = StrictMath.abs(shown - clock.wallNanos());
            assertThat(wrong).as("seed %d, step %d", seed, i).isLessThan(Nanos.SECOND);
        }
        clock.pass(Nanos.MINUTE);
        time.read();
        TimeBefore last = before(time, told);
        assertThat(last.wall().wallNanos(last.nowNanos()))
                .isCloseTo(clock.wallNanos(), within(100 * Nanos.MILLISECOND));
    }

    @Test
    void aScaleThatStopsTimeIsRefused() {
        assertThatThrownBy(() -> TimeOptions.scaled(0)).hasMessageContaining("time scale (0.0)");
        assertThatThrownBy(() -> TimeOptions.scaled(Double.NaN)).hasMessageContaining("time scale");
    }

    private LiveTime real(TimeBefore before) {
        return new LiveTime(clock, TimeOptions.REAL, before);
    }

    /** What a journal knows when {@code time} tells what it has to, after {@code known}. */
    private static TimeBefore before(LiveTime time, TimeBefore known) {
        return time.change() instanceof Event.ClockSet set
                ? new TimeBefore(time.nowNanos(), known.wall().set(time.nowNanos(), set.offsetNanos()), set.boot())
                : new TimeBefore(time.nowNanos(), known.wall(), known.boot());
    }
}
