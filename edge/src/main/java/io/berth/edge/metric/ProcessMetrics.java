package io.berth.edge.metric;

import java.lang.management.ManagementFactory;
import java.util.List;

/** What a process of Java says of itself. */
public final class ProcessMetrics implements MetricSource {
    private static final Metric HEAP =
            Metric.gauge("berth_heap_used_bytes", "bytes", "Memory of this process that the Java heap uses.");
    private static final Metric STARTED = Metric.gauge(
            "berth_process_start_time_seconds", "seconds", "When this process began, UTC seconds since 1970.");

    @Override
    public List<Metric> metrics() {
        return List.of(HEAP, STARTED);
    }

    @Override
    public void write(MetricText text) {
        text.put(HEAP, (double)
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        text.put(STARTED, ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0);
    }
}
