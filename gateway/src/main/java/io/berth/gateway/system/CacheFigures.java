package io.berth.gateway.system;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.cache.AnswerCache;
import java.util.List;

/** What is kept of answers, and what that saved. */
record CacheFigures(AnswerCache cache) implements MetricSource {
    private static final Metric HITS = Metric.counter(
            "berth_gateway_cache_hits_total", "requests", "Requests that were given an answer that was kept.");
    private static final Metric MISSES = Metric.counter(
            "berth_gateway_cache_misses_total", "requests", "Requests whose answer would be kept, and was not there.");
    private static final Metric SHARED = Metric.counter(
            "berth_gateway_cache_shared_total",
            "requests",
            "Requests that waited for the answer to an equal one that was under way.");
    private static final Metric ENTRIES =
            Metric.gauge("berth_gateway_cache_answers", "answers", "Answers that are kept.");
    private static final Metric BYTES =
            Metric.gauge("berth_gateway_cache_bytes", "bytes", "What answers that are kept take.");

    @Override
    public List<Metric> metrics() {
        return List.of(HITS, MISSES, SHARED, ENTRIES, BYTES);
    }

    @Override
    public void write(MetricText text) {
        AnswerCache.Figures figures = cache.figures();
        text.put(HITS, (double) figures.hits());
        text.put(MISSES, (double) figures.misses());
        text.put(SHARED, (double) figures.shared());
        text.put(ENTRIES, (double) figures.entries());
        text.put(BYTES, (double) figures.bytes());
    }
}
