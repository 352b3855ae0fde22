package io.berth.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.Prompt;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.record.Evenness.Look;
import io.berth.gateway.record.Evenness.Seen;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EvennessTest {
    @Test
    void useIsWhatServersSayTheyRunOverTheirSlots() {
        Evenness evenness = new Evenness(() -> new Look(List.of(new Seen(0, 8, 9, 8, 1), new Seen(1, 4, 2, 0, 0)), 0));
        evenness.sample();
        String text = text(evenness);

        assertThat(value(text, "berth_gateway_utilization_variance")).isCloseTo(0.25, within(1e-9));
        assertThat(value(text, "berth_gateway_idle_rate")).isCloseTo(4.0 / 12, within(1e-9));
    }

    @Test
    void slotsThatWereNotToldAreWhatWasSeenAndServersThatAreAwayDoNotCount() {
        Look[] looks = {
            new Look(List.of(new Seen(0, 0, 6, 6, 0), new Seen(1, 8, 0, -1, -1)), 0),
            new Look(List.of(new Seen(0, 0, 3, 3, 0), new Seen(1, 8, -1, -1, -1)), 0)
        };
        int[] next = {0};
        Evenness evenness = new Evenness(() -> looks[next[0]++]);
        evenness.sample();
        String first = text(evenness);
        evenness.sample();

        assertThat(value(first, "berth_gateway_idle_rate")).isCloseTo(8.0 / 14, within(1e-9));
        assertThat(value(text(evenness), "berth_gateway_idle_rate")).isStrictlyBetween(0.5, 8.0 / 14);
    }

    @Test
    void timesAndRejectionsAreThoseOfRequests() {
        Evenness evenness = new Evenness(() -> new Look(List.of(), 0));
        evenness.ended(ended(Journey.End.ANSWERED, 1));
        evenness.ended(ended(Journey.End.ANSWERED, 3));
        evenness.ended(ended(Journey.End.REJECTED, 0));
        evenness.ended(ended(Journey.End.FAILED, 1));
        evenness.ended(ended(Journey.End.INVALID, 1));
        String text = text(evenness);

        assertThat(value(text, "berth_gateway_completion_time_variance")).isCloseTo(1, within(1e-9));
        assertThat(value(text, "berth_gateway_rejection_rate")).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void whatIsOldCountsLess() {
        Fading fading = new Fading(1_000);
        fading.add(0, 1, 0);
        fading.add(1, 1, 1_000);

        assertThat(fading.weight(1_000)).isCloseTo(1 + Math.exp(-1), within(1e-12));
        assertThat(fading.mean()).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-12));
        assertThat(new Fading(1).mean()).isNaN();
    }

    private static Journey ended(Journey.End end, long seconds) {
        long now = 1_000;
        return new Journey(
                1,
                new Journey.Asked("POST", "/", 0, new Journey.Want(null, false, Prompt.NONE, 0, 0)),
                new Journey.Times(0, now - TimeUnit.SECONDS.toNanos(seconds), Journey.NEVER, Journey.NEVER, now),
                new Journey.Place(-1, "", 0),
                new Journey.Ended(end, "", 200, 0, 0),
                null,
                null);
    }

    private static String text(Evenness evenness) {
        MetricText text = new MetricText(evenness.metrics());
        evenness.write(text);
        return text.text();
    }

    private static double value(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }
}
