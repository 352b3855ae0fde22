package io.berth.core.workload;

import java.util.List;

/**
 * What one task needs of one node. Equal demands are one shared shape in the state.
 *
 * @param cpuMilli thousandths of a CPU
 * @param memoryBytes memory of the node
 * @param diskBytes local disk
 * @param diskIoBytesPerSecond disk bandwidth
 * @param networkBytesPerSecond network bandwidth
 * @param gpus how many GPU devices; 0 for none
 * @param gpuMilli thousandths of each device, 1000 for whole devices; a share is of exactly one device; 0 with {@code
 *     gpuMemoryBytes} asks for memory only
 * @param gpuMemoryBytes memory on a shared device, never rounded to a share; 0 where unstated. Whole devices come with all
 *     their memory
 * @param gpuModels the models that will do, sorted; empty for any
 */
public record Demand(
        long cpuMilli,
        long memoryBytes,
        long diskBytes,
        long diskIoBytesPerSecond,
        long networkBytesPerSecond,
        int gpus,
        int gpuMilli,
        long gpuMemoryBytes,
        List<String> gpuModels) {
    /** Thousandths of a whole GPU. */
    public static final int WHOLE_GPU_MILLI = 1000;

    public Demand {
        gpuModels = gpuModels.isEmpty()
                ? List.of()
                : gpuModels.stream().distinct().sorted().toList();
        check("cpuMilli", cpuMilli);
        check("memoryBytes", memoryBytes);
        check("diskBytes", diskBytes);
        check("diskIoBytesPerSecond", diskIoBytesPerSecond);
        check("networkBytesPerSecond", networkBytesPerSecond);
        check("gpus", gpus);
        check("gpuMilli", gpuMilli);
        check("gpuMemoryBytes", gpuMemoryBytes);
        if (gpus == 0 && (gpuMilli > 0 || gpuMemoryBytes > 0)) {
            throw new IllegalArgumentException("A demand of gpus (0) cannot ask for gpuMilli or gpuMemoryBytes.");
        }
        if (gpuMilli > WHOLE_GPU_MILLI) {
            throw new IllegalArgumentException("The gpuMilli (" + gpuMilli + ") must be at most 1000, one whole GPU.");
        }
        if (gpus > 1 && gpuMilli != WHOLE_GPU_MILLI) {
            throw new IllegalArgumentException(
                    "A demand of gpus (" + gpus + ") needs whole GPUs (gpuMilli 1000), not " + gpuMilli + ".");
        }
        if (gpus == 1 && gpuMilli == 0 && gpuMemoryBytes == 0) {
            throw new IllegalArgumentException("A demand of one GPU needs gpuMilli or gpuMemoryBytes.");
        }
    }

    /** CPU and memory only. */
    public static Demand cpu(long cpuMilli, long memoryBytes) {
        return new Demand(cpuMilli, memoryBytes, 0, 0, 0, 0, 0, 0, List.of());
    }

    /** The same with {@code gpus} whole devices of any model. */
    public Demand withGpus(int gpus) {
        return withGpuShare(gpus, gpus == 0 ? 0 : WHOLE_GPU_MILLI);
    }

    /** The same with a share of {@code gpuMilli} on each of {@code gpus} devices. */
    public Demand withGpuShare(int gpus, int gpuMilli) {
        return new Demand(
                cpuMilli,
                memoryBytes,
                diskBytes,
                diskIoBytesPerSecond,
                networkBytesPerSecond,
                gpus,
                gpuMilli,
                gpuMemoryBytes,
                gpuModels);
    }

    /** The same, on one of {@code models}. */
    public Demand onModels(List<String> models) {
        return new Demand(
                cpuMilli,
                memoryBytes,
                diskBytes,
                diskIoBytesPerSecond,
                networkBytesPerSecond,
                gpus,
                gpuMilli,
                gpuMemoryBytes,
                models);
    }

    /** True for one or more whole devices. */
    public boolean wholeGpus() {
        return gpus > 0 && gpuMilli == WHOLE_GPU_MILLI;
    }

    /** Thousandths of GPUs in all. */
    public long totalGpuMilli() {
        return (long) gpus * gpuMilli;
    }

    private static void check(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must not be negative.");
        }
    }
}
