package io.berth.console.load;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What nodes do, in figures.
 *
 * @param names the name of a node by its number
 */
public record LoadMetrics(NodeLoads loads, IntFunction<String> names) implements MetricSource {
    private static final Metric CPU = Metric.gauge(
            "berth_node_cpu_busy_percent",
            "percent",
            "How much the CPUs of a node work, all together, measured.",
            "node");
    private static final Metric MEMORY =
            Metric.gauge("berth_node_memory_used_bytes", "bytes", "Memory of a node that is in use, measured.", "node");
    private static final Metric DISK = Metric.gauge(
            "berth_node_disk_bytes_per_second",
            "bytes per second",
            "Read and written by all disks of a node, measured.",
            "node");
    private static final Metric NETWORK = Metric.gauge(
            "berth_node_network_bytes_per_second",
            "bytes per second",
            "Received and sent by all network cards of a node, measured.",
            "node");
    private static final Metric GPU_BUSY = Metric.gauge(
            "berth_gpu_busy_percent",
            "percent",
            "Share of the time in which some kernel ran on a GPU, measured.",
            "node",
            "gpu");
    private static final Metric GPU_MEMORY = Metric.gauge(
            "berth_gpu_memory_used_bytes", "bytes", "Memory of a GPU that is in use, measured.", "node", "gpu");

    @Override
    public List<Metric> metrics() {
        return List.of(CPU, MEMORY, DISK, NETWORK, GPU_BUSY, GPU_MEMORY);
    }

    @Override
    public void write(MetricText text) {
        loads.all().forEach((number, load) -> {
            String node = names.apply(number);
            put(CPU, load.cpuPercent(), text, node);
            put(MEMORY, load.memoryUsedBytes(), text, node);
            put(DISK, load.diskBytesPerSecond(), text, node);
            put(NETWORK, load.networkBytesPerSecond(), text, node);
            for (NodeLoad.GpuLoad gpu : load.gpus()) {
                put(GPU_BUSY, gpu.busyPercent(), text, node, Integer.toString(gpu.gpu()));
                put(GPU_MEMORY, gpu.memoryUsedBytes(), text, node, Integer.toString(gpu.gpu()));
            }
        });
    }

    private static void put(Metric metric, @Nullable Double value, MetricText text, String... labels) {
        if (value != null) {
            text.put(metric, value, labels);
        }
    }
}
