package io.berth.sim.workload;

import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.ArrayList;
import java.util.List;

/**
 * The demands that a generator draws from: each size in GPUs, in three variants of CPU and memory, on each of the model
 * choices. They are few on purpose: equal demands share work in the engine, and users ask for round numbers.
 */
final class DemandCatalog {
    /** Scale of {@link #mix} counts. */
    private static final double MIX_SCALE = 1_000_000;

    // CPU and memory beside a GPU, in thousandths of the configured ones. In openb's default list CPUs of a whole GPU
    // vary from 0.87 (lower quartile) to 1.06 (upper) and 0.28 (5 %) to 1.66 (95 %) of their median.
    static final int LARGEST_VARIANT_MILLI = 1500;

    private static final int[] VARIANT_MILLI = {500, 1000, LARGEST_VARIANT_MILLI};
    private static final double[] VARIANT_WEIGHT = {0.25, 0.5, 0.25};

    private static final long CPU_STEP_MILLI = 100;
    private static final long MEMORY_STEP_BYTES = 256L << 20;

    private final Choice<Demand> demands;
    private final double meanGpus;
    private final double meanCpus;

    DemandCatalog(GeneratorOptions options) {
        demands = new Choice<>(List.copyOf(products(options)));
        double gpuMilli = 0;
        double cpuMilli = 0;
        for (int i = 0; i < demands.values().size(); i++) {
            Demand demand = demands.values().get(i).value();
            gpuMilli += demands.probability(i) * demand.totalGpuMilli();
            cpuMilli += demands.probability(i) * demand.cpuMilli();
        }
        meanGpus = gpuMilli / 1000;
        meanCpus = cpuMilli / 1000;
    }

    /** The demand that {@code unit}, of 0 to below 1, falls on. */
    Demand at(double unit) {
        return demands.at(unit);
    }

    /** GPUs of a task in the mean. */
    double meanGpus() {
        return meanGpus;
    }

    /** CPUs of a task in the mean. */
    double meanCpus() {
        return meanCpus;
    }

    /** How often each demand is drawn in a million draws. */
    List<DemandCount> mix() {
        DemandTally tally = new DemandTally();
        for (int i = 0; i < demands.values().size(); i++) {
            long count = StrictMath.round(demands.probability(i) * MIX_SCALE);
            tally.add(demands.values().get(i).value(), StrictMath.max(1, count));
        }
        return tally.mix();
    }

    private static List<Weighted<Demand>> products(GeneratorOptions options) {
        List<Weighted<Demand>> products = new ArrayList<>();
        List<Weighted<List<String>>> anyModel = List.of(new Weighted<>(List.of(), 1));
        double modelSum = sum(options.models());
        for (Weighted<Integer> size : options.gpuMilli()) {
            boolean gpu = size.value() > 0;
            double scale = gpu ? modelSum : 1;
            for (int variant = 0; variant < VARIANT_MILLI.length; variant++) {
                for (Weighted<List<String>> model : gpu ? options.models() : anyModel) {
                    double weight = size.weight() * VARIANT_WEIGHT[variant] * model.weight() / scale;
                    Demand demand = demand(options, size.value(), VARIANT_MILLI[variant])
                            .onModels(model.value());
                    add(products, demand, weight);
                }
            }
        }
        for (Weighted<String> profile : options.mig()) {
            for (int variant = 0; variant < VARIANT_MILLI.length; variant++) {
                for (Weighted<List<String>> model : options.models()) {
                    double weight = profile.weight() * VARIANT_WEIGHT[variant] * model.weight() / modelSum;
                    add(products, instance(options, profile.value(), VARIANT_MILLI[variant], model.value()), weight);
                }
            }
        }
        return products;
    }

    private static Demand instance(GeneratorOptions options, String profile, int variantMilli, List<String> models) {
        DeviceDemand.Instance devices = new DeviceDemand.Instance(profile, Acceptable.gpus(models));
        return demand(options, StrictMath.max(1, devices.milli()), variantMilli).withDevices(devices);
    }

    /** Rounding, or an option given twice, may make one demand of two. */
    private static void add(List<Weighted<Demand>> products, Demand demand, double weight) {
        if (weight == 0) {
            return;
        }
        for (int i = 0; i < products.size(); i++) {
            Weighted<Demand> known = products.get(i);
            if (known.value().equals(demand)) {
                products.set(i, new Weighted<>(known.value(), known.weight() + weight));
                return;
            }
        }
        products.add(new Weighted<>(demand, weight));
    }

    private static Demand demand(GeneratorOptions options, int gpuMilli, int variantMilli) {
        // A task without GPUs gets the CPUs and memory of one.
        double share = (gpuMilli == 0 ? 1000 : gpuMilli) / 1000.0 * variantMilli / 1000.0;
        long cpuMilli = stepped(options.cpuMilliPerGpu() * share, CPU_STEP_MILLI);
        long memoryBytes = stepped(options.memoryBytesPerGpu() * share, MEMORY_STEP_BYTES);
        Demand beside = Demand.cpu(cpuMilli, memoryBytes);
        if (gpuMilli == 0) {
            return beside;
        }
        return gpuMilli < Demand.WHOLE_GPU_MILLI
                ? beside.withGpuShare(1, gpuMilli)
                : beside.withGpus(gpuMilli / Demand.WHOLE_GPU_MILLI);
    }

    /** {@code amount} rounded up to whole steps. */
    private static long stepped(double amount, long step) {
        return (long) StrictMath.ceil(amount / step) * step;
    }

    private static double sum(List<Weighted<List<String>>> values) {
        double sum = 0;
        for (Weighted<List<String>> value : values) {
            sum += value.weight();
        }
        return sum;
    }
}
