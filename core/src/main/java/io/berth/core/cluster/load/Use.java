package io.berth.core.cluster.load;

/**
 * What tasks ask for, hold or use of a node.
 *
 * @param cpuMilli thousandths of a CPU
 * @param memoryBytes memory
 * @param gpuMilli thousandths of devices, all together
 */
public record Use(long cpuMilli, long memoryBytes, long gpuMilli) {
    public static final Use NONE = new Use(0, 0, 0);

    public Use plus(Use other) {
        return new Use(cpuMilli + other.cpuMilli, memoryBytes + other.memoryBytes, gpuMilli + other.gpuMilli);
    }

    public Use minus(Use other) {
        return new Use(cpuMilli - other.cpuMilli, memoryBytes - other.memoryBytes, gpuMilli - other.gpuMilli);
    }
}
