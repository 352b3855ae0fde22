package io.berth.sim.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitHistogramTest {
    private static final int MANY = 20_000;

    @Test
    void every_point_of_the_curve_is_an_exact_count() {
        long[] waits = waits(1);
        WaitHistogram histogram = of(waits);
        Arrays.sort(waits);

        List<WaitHistogram.Point> curve = histogram.curve();
        assertThat(curve).hasSizeBetween(50, 401);
        for (WaitHistogram.Point point : curve) {
            long jobs =
                    Arrays.stream(waits).filter(wait -> wait <= point.nanos()).count();
            assertThat(point.jobs())
                    .as("jobs that waited %d ns or less", point.nanos())
                    .isEqualTo(jobs);
        }
        assertThat(curve.getFirst().nanos()).as("a third did not wait").isZero();
        assertThat(curve.getLast()).isEqualTo(new WaitHistogram.Point(waits[MANY - 1], MANY));
    }

    @Test
    void quantiles_are_those_of_the_sorted_waits_up_to_a_bucket() {
        long[] waits = waits(2);
        WaitHistogram histogram = of(waits);
        Arrays.sort(waits);

        for (double q : new double[] {0.1, 0.5, 0.9, 0.99, 1}) {
            double exact = waits[(int) Math.ceil(q * MANY) - 1];
            assertThat(histogram.quantileNanos(q)).as("quantile %s", q).isCloseTo(exact, within(exact / 30));
        }
        assertThat(histogram.meanNanos())
                .isCloseTo(Arrays.stream(waits).average().orElseThrow(), within(1.0));
    }

    @Test
    void buckets_lie_side_by_side_up_to_the_longest_time_there_is() {
        for (long nanos : new long[] {0, 1, 31, 32, 33, 63, 64, 1_000_003, Nanos.DAY, Long.MAX_VALUE}) {
            int bucket = WaitHistogram.bucket(nanos);
            assertThat(WaitHistogram.upper(bucket)).isGreaterThanOrEqualTo(nanos);
            if (bucket > 0) {
                assertThat(WaitHistogram.upper(bucket - 1)).isLessThan(nanos);
            }
        }
    }

    @Test
    void nobody_waited() {
        assertThat(new WaitHistogram().curve()).isEmpty();
        assertThat(new WaitHistogram().quantileNanos(0.5)).isNaN();
    }

    private static WaitHistogram of(long[] waits) {
        WaitHistogram histogram = new WaitHistogram();
        for (long wait : waits) {
            histogram.add(wait);
        }
        return histogram;
    }

    private static long[] waits(long seed) {
        Chance chance = new Chance(seed, "waits", 0);
        long[] waits = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            waits[i] = i % 3 == 0 ? 0 : (long) StrictMath.exp(chance.below(30_000) / 1000.0 + 5);
        }
        return waits;
    }
}
