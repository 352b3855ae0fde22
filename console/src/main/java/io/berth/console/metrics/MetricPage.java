package io.berth.console.metrics;

import java.util.stream.Collectors;

/** The page of metrics in the reference. */
public final class MetricPage {
    private MetricPage() {}

    /** The page in Markdown. */
    public static String text() {
        StringBuilder page = new StringBuilder("""
                # Metrics

                Generated from the list of metrics. `GET /metrics` answers with them in the text format of Prometheus, version 0.0.4.
                Where tokens are configured it takes one of any role that is of no tenant.

                | name | type | unit | labels | what it says |
                |---|---|---|---|---|
                """);
        for (Metric metric : Metric.values()) {
            page.append("| `").append(metric.title()).append("` | ").append(metric.typeText());
            page.append(" | ").append(metric.unit()).append(" | ");
            page.append(metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")));
            page.append(" | ").append(metric.help()).append(" |\n");
        }
        return page.toString();
    }
}
