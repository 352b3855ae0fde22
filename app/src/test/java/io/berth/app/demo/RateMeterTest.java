package io.berth.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class RateMeterTest {
    private static final long START = DemoCluster.START_NANOS + 12_345;

    @Test
    void aSteadyPaceIsToldFromTheFirstMinutesOn() {
        RateMeter meter = new RateMeter(START);
        assertThat(meter.perHour(START)).isZero();
        for (int second = 1; second <= 3600; second++) {
            long now = START + second * Nanos.SECOND;
            meter.happened(now);
            if (second % 100 == 0) {
                assertThat(meter.perHour(now)).isCloseTo(3600, within(40.0));
            }
        }
    }

    @Test
    void whatIsLongAgoDoesNotCount() {
        RateMeter meter = new RateMeter(START);
        meter.happened(START);

        assertThat(meter.perHour(START + 5 * Nanos.MINUTE)).isGreaterThan(0);
        assertThat(meter.perHour(START + 11 * Nanos.MINUTE)).isZero();
    }
}
