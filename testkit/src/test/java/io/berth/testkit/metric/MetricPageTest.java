package io.berth.testkit.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricPage;
import io.berth.testkit.architecture.Code;
import io.berth.testkit.reference.GeneratedFile;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The metrics of all modules, wherever they are declared. */
class MetricPageTest {
    private static final List<Metric> DECLARED = Code.constants(Metric.class);

    @Test
    void thePageOfMetricsIsFresh() throws IOException {
        GeneratedFile.assertFresh("metrics.md", MetricPage.text(DECLARED));
    }

    @Test
    void noTwoMetricsHaveOneName() {
        TreeSet<String> titles = new TreeSet<>();
        assertThat(DECLARED).allMatch(metric -> titles.add(metric.title()));
    }

    @Test
    void unitsAndHelpFollowTheConventionOfPrometheus() {
        assertThat(DECLARED).hasSizeGreaterThan(30).allSatisfy(metric -> {
            assertThat(metric.help()).endsWith(".").doesNotContain("|", "\n");
            if (metric.unit().equals("seconds") || metric.unit().equals("bytes")) {
                assertThat(metric.title()).contains(metric.unit());
            }
        });
    }
}
