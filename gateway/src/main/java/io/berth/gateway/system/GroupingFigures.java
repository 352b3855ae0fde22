package io.berth.gateway.system;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.http.Grouped;
import java.util.List;
import java.util.function.Supplier;

/** Requests that were split and merged. */
record GroupingFigures(Supplier<Grouped.Counts> counts) implements MetricSource {
    private static final Metric SPLIT = Metric.counter(
            "berth_gateway_requests_split_total", "requests", "Requests that became several calls of servers.");
    private static final Metric SHARES =
            Metric.counter("berth_gateway_split_calls_total", "calls", "Calls that requests were split into.");
    private static final Metric MERGED = Metric.counter(
            "berth_gateway_requests_merged_total", "requests", "Requests that became one call with others.");
    private static final Metric CALLS =
            Metric.counter("berth_gateway_merged_calls_total", "calls", "Calls that requests were merged to.");
    private static final Metric HELD = Metric.gauge(
            "berth_gateway_requests_held", "requests", "Requests that wait for others to be one call with.");

    @Override
    public List<Metric> metrics() {
        return List.of(SPLIT, SHARES, MERGED, CALLS, HELD);
    }

    @Override
    public void write(MetricText text) {
        Grouped.Counts now = counts.get();
        text.put(SPLIT, (double) now.split());
        text.put(SHARES, (double) now.shares());
        text.put(MERGED, (double) now.merged());
        text.put(CALLS, (double) now.calls());
        text.put(HELD, (double) now.held());
    }
}
