package io.berth.kube.bind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final EventRate rate = new EventRate(10, 0);

    private long allowed(int asked, long nowNanos) {
        return IntStream.range(0, asked).filter(_ -> rate.allows(nowNanos)).count();
    }

    @Test
    void soManyASecondComeAndThoseOfSomeSecondsAtOnce() {
        assertThat(allowed(100, 0)).isEqualTo(50);
        assertThat(allowed(100, SECOND / 2)).isEqualTo(5);
        assertThat(allowed(100, 2 * SECOND)).isEqualTo(15);
        assertThat(allowed(100, 100 * SECOND)).isEqualTo(50);
    }

    @Test
    void aClockThatStandsStillGivesNone() {
        assertThat(allowed(60, SECOND)).isEqualTo(50);
        assertThat(allowed(60, SECOND)).isZero();
    }
}
