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

    /** The same from 0 to {@code most}, resource by resource. */
    public Use within(Use most) {
        return new Use(
                StrictMath.clamp(cpuMilli, 0, StrictMath.max(0, most.cpuMilli)),
                StrictMath.clamp(memoryBytes, 0, StrictMath.max(0, most.memoryBytes)),
                StrictMath.clamp(gpuMilli, 0, StrictMath.max(0, most.gpuMilli)));
    }

    /** The larger of both, resource by resource. */
    public Use max(Use other) {
        return new Use(
                StrictMath.max(cpuMilli, other.cpuMilli),
                StrictMath.max(memoryBytes, other.memoryBytes),
                StrictMath.max(gpuMilli, other.gpuMilli));
    }

    public Use minus(Use other) {
        return new Use(cpuMilli - other.cpuMilli, memoryBytes - other.memoryBytes, gpuMilli - other.gpuMilli);
    }
}
