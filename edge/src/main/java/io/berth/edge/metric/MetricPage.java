package io.berth.edge.metric;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The page of metrics in the reference. */
public final class MetricPage {
    private MetricPage() {}

    /** The page of {@code metrics} in Markdown, by name. */
    public static String text(Collection<Metric> metrics) {
        StringBuilder page = new StringBuilder("""
                # Metrics

                Generated from the metrics that the program declares. `GET /metrics` answers with them in the text format of Prometheus, version
                0.0.4. Where tokens are configured it takes one of any role that is of no tenant.

                | name | type | unit | labels | what it says |
                |---|---|---|---|---|
                """);
        List<Metric> sorted =
                metrics.stream().sorted(Comparator.comparing(Metric::title)).toList();
        for (Metric metric : sorted) {
            page.append("| `").append(metric.title()).append("` | ");
            page.append(metric.type().text());
            page.append(" | ").append(metric.unit()).append(" | ");
            page.append(metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")));
            page.append(" | ").append(metric.help()).append(" |\n");
        }
        return page.toString();
    }
}
