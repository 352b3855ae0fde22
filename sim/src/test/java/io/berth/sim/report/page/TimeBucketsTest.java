package io.berth.sim.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeBucketsTest {
    @Test
    void a_bucket_holds_the_mean_over_time_and_the_extremes() {
        TimeBuckets buckets = new TimeBuckets();
        // Four nanoseconds to a bucket: 2048 = 512 × 4.
        buckets.add(0, 1, 8);
        buckets.add(1, 4, 4);
        buckets.add(4, 2048, 1);

        assertThat(buckets.widthNanos()).isEqualTo(4);
        assertThat(buckets.size()).isEqualTo(TimeBuckets.COUNT);
        assertThat(buckets.means().subList(0, 2)).isEqualTo(List.<Number>of(5L, 1L));
        assertThat(buckets.least().getFirst()).isEqualTo(4L);
        assertThat(buckets.largest().getFirst()).isEqualTo(8L);
    }

    @Test
    void merging_keeps_the_mean_over_all_time_and_the_extremes() {
        Chance chance = new Chance(7, "buckets", 0);
        TimeBuckets buckets = new TimeBuckets();
        double integral = 0;
        double largest = 0;
        long now = 0;
        for (int i = 0; i < 5_000; i++) {
            long until = now + 1 + chance.below(i < 2_500 ? 10 : 100_000);
            int value = chance.below(1000);
            buckets.add(now, until, value);
            integral += (double) value * (until - now);
            largest = Math.max(largest, value);
            now = until;
        }
        double sum = 0;
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            long covered = Math.min(buckets.widthNanos(), now - bucket * buckets.widthNanos());
            sum += buckets.means().get(bucket).doubleValue() * covered;
        }

        assertThat(buckets.size()).isBetween(TimeBuckets.COUNT / 2, TimeBuckets.COUNT);
        assertThat(sum / integral).as("means are rounded to four digits").isCloseTo(1, within(1e-3));
        assertThat(buckets.largest().stream().mapToDouble(Number::doubleValue).max())
                .hasValue(largest);
    }

    @Test
    void what_has_no_length_leaves_no_trace() {
        TimeBuckets buckets = new TimeBuckets();
        buckets.add(5, 5, 100);
        assertThat(buckets.means()).isEmpty();
    }
}
