package io.berth.local.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.event.Event;
import org.junit.jupiter.api.Test;

class OthersReportsTest {
    private final OthersReports reports = new OthersReports(0);

    @Test
    void only_what_differs_by_a_step_is_an_event_and_its_figures_are_round() {
        assertThat(reports.of(new ProcessUsage(300, 100L << 20))).isNull();
        assertThat(reports.of(new ProcessUsage(1_240, 300L << 20)))
                .isEqualTo(new Event.UsageObserved(0, 1_000, 256L << 20));
        assertThat(reports.of(new ProcessUsage(1_400, 400L << 20))).isNull();
        assertThat(reports.of(new ProcessUsage(0, 400L << 20))).isEqualTo(new Event.UsageObserved(0, 0, 512L << 20));
    }

    @Test
    void an_hour_of_noise_below_a_step_writes_nothing() {
        int events = 0;
        for (int window = 0; window < 240; window++) {
            events += reports.of(new ProcessUsage(window % 2 * 400, window % 3 * (80L << 20))) == null ? 0 : 1;
        }
        assertThat(events).isZero();
    }
}
