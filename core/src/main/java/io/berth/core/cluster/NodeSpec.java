package io.berth.core.cluster;

import io.berth.core.workload.Demand;

/**
 * A machine as it is declared.
 *
 * @param name unique in the cluster
 * @param cpuMilli thousandths of a CPU
 * @param memoryBytes memory
 * @param diskBytes local disk; 0 where undeclared, then no task may ask for it
 * @param diskIoBytesPerSecond disk bandwidth, likewise
 * @param networkBytesPerSecond network bandwidth, likewise
 * @param maxTasks how many tasks may run there at once
 * @param gpus GPU devices, 0 to 63
 * @param gpuModel their model; empty for a node without
 * @param gpuMemoryBytes memory of each device; 0 where undeclared
 */
public record NodeSpec(
        String name,
        long cpuMilli,
        long memoryBytes,
        long diskBytes,
        long diskIoBytesPerSecond,
        long networkBytesPerSecond,
        int maxTasks,
        int gpus,
        String gpuModel,
        long gpuMemoryBytes) {
    /** Devices, and the sizes of tasks on them, are named by the bits of one {@code long}. */
    public static final int MAX_GPUS = 63;

    public NodeSpec {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A node needs a name.");
        }
        if (gpus < 0 || gpus > MAX_GPUS) {
            throw new IllegalArgumentException("The gpus (" + gpus + ") of node (" + name + ") must be 0 to 63.");
        }
        if (cpuMilli < 0
                || memoryBytes < 0
                || diskBytes < 0
                || diskIoBytesPerSecond < 0
                || networkBytesPerSecond < 0
                || maxTasks < 0
                || gpuMemoryBytes < 0) {
            throw new IllegalArgumentException("The capacities of node (" + name + ") must not be negative.");
        }
    }

    /** A node of CPUs, memory and GPUs; disk and bandwidth undeclared, any number of tasks. */
    public static NodeSpec of(String name, long cpuMilli, long memoryBytes, int gpus, String gpuModel) {
        return new NodeSpec(name, cpuMilli, memoryBytes, 0, 0, 0, Integer.MAX_VALUE, gpus, gpuModel, 0);
    }

    /** The same under another name. */
    public NodeSpec withName(String newName) {
        return new NodeSpec(
                newName,
                cpuMilli,
                memoryBytes,
                diskBytes,
                diskIoBytesPerSecond,
                networkBytesPerSecond,
                maxTasks,
                gpus,
                gpuModel,
                gpuMemoryBytes);
    }

    /** How many tasks of {@code demand} the node could hold if it were empty. */
    public int slots(Demand demand) {
        long slots = StrictMath.min(maxTasks, gpus(demand));
        slots = StrictMath.min(slots, times(cpuMilli, demand.cpuMilli()));
        slots = StrictMath.min(slots, times(memoryBytes, demand.memoryBytes()));
        slots = StrictMath.min(slots, times(diskBytes, demand.diskBytes()));
        slots = StrictMath.min(slots, times(diskIoBytesPerSecond, demand.diskIoBytesPerSecond()));
        return (int) StrictMath.min(slots, times(networkBytesPerSecond, demand.networkBytesPerSecond()));
    }

    private long gpus(Demand demand) {
        if (demand.gpus() == 0) {
            return Integer.MAX_VALUE;
        }
        boolean model = demand.gpuModels().isEmpty() || demand.gpuModels().contains(gpuModel);
        if (gpus == 0 || !model || demand.gpuMemoryBytes() > gpuMemoryBytes) {
            return 0;
        }
        if (demand.wholeGpus()) {
            return gpus / demand.gpus();
        }
        long byShare = times(Demand.WHOLE_GPU_MILLI, demand.gpuMilli());
        return gpus * StrictMath.min(byShare, times(gpuMemoryBytes, demand.gpuMemoryBytes()));
    }

    private static long times(long total, long wanted) {
        return wanted == 0 ? Integer.MAX_VALUE : total / wanted;
    }
}
