package io.berth.edge.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Metric LEFT = Metric.gauge("berth_left", "things", "Things that are left.", "kind");
    private static final Metric TAKEN = Metric.counter("berth_taken_total", "things", "Things that were taken.");
    private static final Metric TOOK = Metric.histogram("berth_took_seconds", "seconds", "How long it took.", "route");

    private record Fixed(List<Metric> metrics) implements MetricSource {
        @Override
        public void write(MetricText text) {
            text.put(TAKEN, 3);
            text.put(LEFT, 0.5, "a \"b\"\\\n");
            text.put(LEFT, 2, "c");
        }
    }

    @Test
    void whatSourcesSayIsWrittenByMetricInTheOrderOfTheirDeclarations() {
        assertThat(new Metrics(List.of(new Fixed(List.of(LEFT, TAKEN, TOOK)))).text())
                .isEqualTo("""
                # HELP berth_left Things that are left.
                # TYPE berth_left gauge
                berth_left{kind="a \\"b\\"\\\\\\n"} 0.5
                berth_left{kind="c"} 2
                # HELP berth_taken_total Things that were taken.
                # TYPE berth_taken_total counter
                berth_taken_total 3
                """);
    }

    @Test
    void aMetricThatIsNotDeclaredOrDeclaredTwiceIsABug() {
        Metrics undeclared = new Metrics(List.of(new Fixed(List.of(LEFT))));
        assertThatThrownBy(undeclared::text).hasMessageContaining("berth_taken_total");
        Metric other = Metric.counter("berth_taken_total", "others", "Others.");
        List<MetricSource> twice = List.of(new Fixed(List.of(LEFT, TAKEN)), new Fixed(List.of(other)));
        assertThatThrownBy(() -> new Metrics(twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("berth_taken_total");
    }

    @Test
    void aHistogramCountsWhatIsUpToEachBound() {
        Histogram values = Histogram.ofSeconds(1, 10);
        for (double value : new double[] {0.5, 1, 5, 100}) {
            values.add(value);
        }
        MetricText text = new MetricText(List.of(TOOK));
        text.put(TOOK, values, "/x");

        assertThat(text.text()).endsWith("""
                berth_took_seconds_bucket{route="/x",le="1"} 2
                berth_took_seconds_bucket{route="/x",le="10"} 3
                berth_took_seconds_bucket{route="/x",le="+Inf"} 4
                berth_took_seconds_sum{route="/x"} 106.5
                berth_took_seconds_count{route="/x"} 4
                """);
    }

    @Test
    void aValueWithoutItsLabelsOrOfAnotherTypeIsABug() {
        MetricText text = new MetricText(List.of(LEFT, TOOK));
        assertThatThrownBy(() -> text.put(LEFT, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text.put(TOOK, 1, "/x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text.put(LEFT, Histogram.ofSeconds(1), "c"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesFollowTheConventionOfPrometheus() {
        assertThatThrownBy(() -> Metric.counter("berth_taken", "things", "Things."))
                .hasMessageContaining("_total");
        assertThatThrownBy(() -> Metric.gauge("berth_taken_total", "things", "Things."))
                .hasMessageContaining("_total");
        assertThatThrownBy(() -> Metric.gauge("Berth-left", "things", "Things."))
                .hasMessageContaining("Berth-left");
        assertThatThrownBy(() -> Metric.gauge("berth_left", "things", "Things.", "Kind"))
                .hasMessageContaining("Kind");
    }
}
