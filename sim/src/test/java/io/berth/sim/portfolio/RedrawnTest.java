package io.berth.sim.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedrawnTest {
    private static final Demand ONE = Demand.cpu(1000, 1 << 20);

    /** A job every ten minutes by day, none by night. */
    private static List<Arrival> days(int days) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int day = 0; day < days; day++) {
            for (int slot = 0; slot < 72; slot++) {
                long at = day * Nanos.DAY + slot * 10 * Nanos.MINUTE;
                arrivals.add(new Arrival(at, JobSpec.batch("d" + day + "s" + slot, ONE, Nanos.HOUR)));
            }
        }
        return arrivals;
    }

    @Test
    void the_same_seed_draws_the_same_and_another_something_else() {
        Redrawn redrawn = new Redrawn(days(7), 0, 7 * Nanos.DAY, 3 * Nanos.HOUR);

        assertThat(redrawn.draw(1, 0, Nanos.DAY)).isEqualTo(redrawn.draw(1, 0, Nanos.DAY));
        assertThat(redrawn.draw(1, 0, Nanos.DAY)).isNotEqualTo(redrawn.draw(2, 0, Nanos.DAY));
    }

    @Test
    void stretches_keep_their_time_of_the_day_where_several_days_are_known() {
        Redrawn redrawn = new Redrawn(days(7), 0, 7 * Nanos.DAY, 3 * Nanos.HOUR);

        List<Arrival> drawn = redrawn.draw(5, 30 * Nanos.DAY, 2 * Nanos.DAY);
        assertThat(drawn).hasSize(144).allMatch(arrival -> arrival.atNanos() % Nanos.DAY < 12 * Nanos.HOUR);
        assertThat(drawn).isSortedAccordingTo((one, other) -> Long.compare(one.atNanos(), other.atNanos()));
        assertThat(drawn).allMatch(arrival -> arrival.atNanos() >= 30 * Nanos.DAY);
        assertThat(drawn.stream().map(arrival -> arrival.spec().name()).filter(name -> name.startsWith("d0")))
                .hasSizeLessThan(144);
    }

    @Test
    void a_short_record_is_drawn_from_anywhere_in_it() {
        Redrawn redrawn = new Redrawn(days(1), 0, Nanos.DAY, Nanos.HOUR);

        long jobs = 0;
        for (int seed = 0; seed < 200; seed++) {
            jobs += redrawn.draw(seed, 0, 4 * Nanos.HOUR).size();
        }
        // Half of the day has six jobs an hour; stretches begin anywhere, so half of them are empty in the mean.
        assertThat(jobs / 200.0).isBetween(10.0, 14.0);
    }
}
