package io.berth.core.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalerTest {
    private static final long EVERY = 10 * Nanos.SECOND;
    private static final long START = 60 * Nanos.SECOND;

    private final Meter meter = new Meter();

    @Test
    void nobody_is_wanted_beyond_the_least_and_the_most() {
        Scaler scaler = Scaler.of(spec(Policy.TARGET_UTILISATION, 2, 5), meter);

        assertThat(scaler.wanted(new Sight(0, 3, 0, 900, 0, 0))).isEqualTo(5);
        assertThat(Scaler.of(spec(Policy.FIXED, 2, 5), meter).wanted(new Sight(0, 1, 0, 900, 0, 0)))
                .isEqualTo(2);
    }

    @Test
    void before_anything_is_known_nothing_is_done() {
        assertThat(Scaler.of(spec(Policy.REACTIVE, 1, 50), meter).wanted(new Sight(0, 7, 0, 0, 0, 100)))
                .isEqualTo(7);
        assertThat(Scaler.of(spec(Policy.FORECAST, 1, 50), meter).wanted(new Sight(0, 7, 0, 0, 0, 100)))
                .isEqualTo(7);
    }

    @Test
    void what_came_last_has_as_many_as_the_queue_says() {
        serve(10);
        // 20 a second of one second each: twenty slots are busy, and four a server make six or more.
        int wanted = Scaler.of(spec(Policy.REACTIVE, 1, 50), meter).wanted(new Sight(0, 4, 0, 16, 0, 200));

        assertThat(wanted).isBetween(6, 7);
        // What waits is to be gone when a server that starts now is there: 120 in six intervals are two more a second.
        assertThat(Scaler.of(spec(Policy.REACTIVE, 1, 50), meter).wanted(new Sight(0, 4, 0, 16, 120, 200)))
                .isGreaterThan(wanted - 1);
    }

    @Test
    void a_forecast_is_ahead_of_what_grows_and_a_reaction_behind() {
        serve(10);
        Scaler ahead = Scaler.of(spec(Policy.FORECAST, 1, 200), meter);
        Scaler reactive = Scaler.of(spec(Policy.REACTIVE, 1, 200), meter);
        int last = 0;
        int now = 0;
        for (int interval = 0; interval < 60; interval++) {
            Sight sight = new Sight(interval * EVERY, 5, 0, 10, 0, 100 + 10 * interval);
            last = ahead.wanted(sight);
            now = reactive.wanted(sight);
        }

        // In a minute 75 of a second each will come a second; 69 do now.
        assertThat(last).isGreaterThan(now).isGreaterThanOrEqualTo(19);
    }

    @Test
    void a_season_is_met_before_it_comes() {
        serve(10);
        Scaler ahead = Scaler.of(spec(Policy.FORECAST, 1, 200), meter);
        List<Integer> wanted = new ArrayList<>();
        for (int interval = 0; interval < 200; interval++) {
            long busy = interval % 40 < 20 ? 40 : 400;
            wanted.add(ahead.wanted(new Sight(interval * EVERY, 5, 0, 10, 0, busy)));
        }

        // The fifth night ends at 180; three intervals before that a server has to start that is there then.
        assertThat(wanted.get(177)).isGreaterThanOrEqualTo(10);
        assertThat(wanted.get(168)).isLessThan(4);
    }

    @Test
    void servers_that_were_seen_to_start_slowly_are_started_sooner() {
        serve(10);
        SlowStarts slow = new SlowStarts(meter);
        Scaler told = Scaler.of(spec(Policy.FORECAST, 1, 200), meter);
        Scaler seen = Scaler.of(spec(Policy.FORECAST, 1, 200), slow);
        List<Integer> asTold = new ArrayList<>();
        List<Integer> asSeen = new ArrayList<>();
        for (int interval = 0; interval < 200; interval++) {
            long busy = interval % 40 < 20 ? 40 : 400;
            // It shows only in the middle, as it does where somebody measures it.
            slow.nanos = interval < 100 ? 0 : 8 * EVERY;
            Sight sight = new Sight(interval * EVERY, 5, 0, 10, 0, busy);
            asTold.add(told.wanted(sight));
            asSeen.add(seen.wanted(sight));
        }

        assertThat(asSeen.subList(0, 100)).isEqualTo(asTold.subList(0, 100));
        assertThat(asTold.get(172)).isLessThan(4);
        assertThat(asSeen.get(172)).isGreaterThanOrEqualTo(10);
    }

    /** What a meter says, and how long servers take to start. */
    private static final class SlowStarts implements Measured {
        private final Measured of;
        private long nanos;

        SlowStarts(Measured of) {
            this.of = of;
        }

        @Override
        public double serviceSeconds() {
            return of.serviceSeconds();
        }

        @Override
        public double serviceVariation() {
            return of.serviceVariation();
        }

        @Override
        public double arrivalVariation() {
            return of.arrivalVariation();
        }

        @Override
        public long startNanos(long toldNanos) {
            return nanos == 0 ? toldNanos : nanos;
        }
    }

    @Test
    void equal_sights_in_the_same_order_are_answered_the_same() {
        assertThat(answers()).isEqualTo(answers());
    }

    private static List<Integer> answers() {
        Meter own = new Meter();
        Scaler scaler = Scaler.of(spec(Policy.FORECAST, 1, 100), own);
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            own.arrived(i * Nanos.SECOND);
            own.served((1 + i % 7) * Nanos.SECOND);
            answers.add(scaler.wanted(new Sight(i * EVERY, 3, i % 2, 5 + i % 11, i % 3, 50 + (i * 37) % 90)));
        }
        return answers;
    }

    @Test
    void a_scale_from_more_to_less_is_none() {
        assertThatThrownBy(() -> spec(Policy.FIXED, 3, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** So many requests come one second apart and need one second each. */
    private void serve(int count) {
        for (int i = 0; i < count; i++) {
            meter.arrived(i * Nanos.SECOND);
            meter.served(Nanos.SECOND);
        }
    }

    private static ScaleSpec spec(Policy policy, int min, int max) {
        return new ScaleSpec(
                policy,
                min,
                max,
                START,
                EVERY,
                4,
                new ScaleSpec.Kubernetes(0.1, 300 * Nanos.SECOND),
                new ScaleSpec.Ahead(0.9, Nanos.SECOND, 0.95, 40 * EVERY, 0));
    }
}
