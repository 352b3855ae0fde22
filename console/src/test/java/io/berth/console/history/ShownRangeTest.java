package io.berth.console.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownRangeTest {
    private static final long BEGIN = 100 * Nanos.DAY;

    @ParameterizedTest
    @ValueSource(longs = {0, Nanos.HOUR, 3_650 * Nanos.DAY, -Nanos.HOUR, -50 * Nanos.DAY})
    void nothingThatHappenedIsLostAndAllLiesWithinWhatWasShown(long step) {
        Past.Range even =
                new Past.Range(true, BEGIN, BEGIN + 4 * Nanos.SECOND, BEGIN, Nanos.SECOND, List.of(1L, 2L, 3L, 4L, 5L));
        WallClock wall = WallClock.EVEN.set(BEGIN + 3 * Nanos.SECOND, step);
        Past.Range shown = ShownRange.of(even, wall);

        assertThat(shown.events().stream().mapToLong(Long::longValue).sum()).isEqualTo(15);
        assertThat(shown.events()).hasSizeLessThanOrEqualTo(Density.MOST_STEPS);
        assertThat(shown.fromNanos()).isEqualTo(Math.min(BEGIN, BEGIN + 3 * Nanos.SECOND + step));
        assertThat(shown.toNanos()).isEqualTo(Math.max(BEGIN + 3 * Nanos.SECOND - 1, BEGIN + 4 * Nanos.SECOND + step));
        long last = shown.beginNanos() + (shown.events().size() - 1) * shown.stepNanos();
        assertThat(shown.beginNanos()).isEqualTo(shown.fromNanos());
        assertThat(last).isLessThanOrEqualTo(shown.toNanos() + shown.stepNanos());
    }
}
