package io.berth.testkit.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricPage;
import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The metrics of all modules, wherever they are declared. */
class MetricPageTest {
    private static final Path PAGE = Code.checkout().resolve("docs/reference/metrics.md");
    private static final List<Metric> DECLARED = Code.constants(Metric.class);

    @Test
    void thePageOfMetricsIsFresh() throws IOException {
        String page = MetricPage.text(DECLARED);
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().as("regenerate with -Dberth.regenerate=true").isEqualTo(page);
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
