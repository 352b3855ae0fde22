package io.berth.gateway.system;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.redis.RedisLink;
import java.util.List;

/** What a Redis is used for, and whether it is there. */
record RedisFigures(RedisLink redis) implements MetricSource {
    private static final Metric UP =
            Metric.gauge("berth_gateway_redis_up", "1 or 0", "Whether the gateway is connected to its Redis.");
    private static final Metric READS = Metric.counter(
            "berth_gateway_redis_reads_total",
            "reads",
            "Answers that were looked for in Redis: hit, miss, failed (refused or not in time), passed (not asked, as it had failed"
                    + " before), unreadable (a value that is no answer, one of the hits).",
            "outcome");
    private static final Metric WRITES = Metric.counter(
            "berth_gateway_redis_writes_total", "writes", "Answers for Redis to keep: kept or failed.", "outcome");

    @Override
    public List<Metric> metrics() {
        return List.of(UP, READS, WRITES);
    }

    @Override
    public void write(MetricText text) {
        RedisLink.Figures figures = redis.figures();
        text.put(UP, redis.connected() ? 1 : 0);
        text.put(READS, (double) figures.found(), "hit");
        text.put(READS, (double) figures.missing(), "miss");
        text.put(READS, (double) figures.failed(), "failed");
        text.put(READS, (double) figures.passed(), "passed");
        text.put(READS, (double) figures.unreadable(), "unreadable");
        text.put(WRITES, (double) figures.written(), "kept");
        text.put(WRITES, (double) figures.unwritten(), "failed");
    }
}
