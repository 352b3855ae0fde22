package io.berth.core.metric;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the nodes held, summed up over time until some instant of a run. The difference of two is what they held between them.
 *
 * @param cpu sums of each resource; likewise {@code memory} and {@code gpu}
 * @param fragmentSeconds the fragmented share of the free GPUs times seconds, over the {@code freeSeconds} with free ones
 */
public record HeldSums(Sums cpu, Sums memory, Sums gpu, double fragmentSeconds, double freeSeconds) {
    /** Variance, idle share and allocated share of a resource, each times seconds, over the seconds in which there was any. */
    public record Sums(double varianceSeconds, double idleSeconds, double allocatedSeconds, double seconds) {
        private Sums since(Sums begin) {
            return new Sums(
                    varianceSeconds - begin.varianceSeconds,
                    idleSeconds - begin.idleSeconds,
                    allocatedSeconds - begin.allocatedSeconds,
                    seconds - begin.seconds);
        }
    }

    /** The share of the GPUs that was allocated since {@code begin}, of the CPUs where there are none; NaN where no time went by. */
    public double allocatedShareSince(HeldSums begin) {
        Sums between = main().since(gpu.seconds > 0 ? begin.gpu : begin.cpu);
        return between.seconds > 0 ? between.allocatedSeconds / between.seconds : Double.NaN;
    }

    /** The figures of the time since {@code begin}, by the names that {@link RunMetrics} has for them. */
    public SortedMap<String, Double> figuresSince(HeldSums begin) {
        TreeMap<String, Double> figures = new TreeMap<>();
        put("_cpu", cpu.since(begin.cpu), figures);
        put("_memory", memory.since(begin.memory), figures);
        put("_gpu", gpu.since(begin.gpu), figures);
        put("", main().since(gpu.seconds > 0 ? begin.gpu : begin.cpu), figures);
        Sums gpus = gpu.since(begin.gpu);
        figures.put("gpu_allocation_pct", 100 * mean(gpus.allocatedSeconds, gpus.seconds));
        double free = freeSeconds - begin.freeSeconds;
        figures.put("fragmentation_pct", 100 * mean(fragmentSeconds - begin.fragmentSeconds, free));
        return figures;
    }

    private Sums main() {
        return gpu.seconds > 0 ? gpu : cpu;
    }

    private static void put(String resource, Sums sums, SortedMap<String, Double> figures) {
        figures.put("node_utilization_variance" + resource, mean(sums.varianceSeconds, sums.seconds));
        figures.put("resource_idle_rate" + resource, mean(sums.idleSeconds, sums.seconds));
    }

    private static double mean(double sum, double seconds) {
        return seconds > 0 ? sum / seconds : Double.NaN;
    }
}
