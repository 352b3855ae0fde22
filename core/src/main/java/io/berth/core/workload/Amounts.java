package io.berth.core.workload;

import java.util.List;

/**
 * Amounts of what is not a device: what a task needs, or what a node has.
 *
 * @param cpuMilli thousandths of a CPU
 * @param memoryBytes memory of the node
 * @param diskBytes local disk
 * @param diskIoBytesPerSecond disk bandwidth
 * @param networkBytesPerSecond network bandwidth
 * @param extended resources known by name, sorted by it, each once and more than 0
 */
public record Amounts(
        long cpuMilli,
        long memoryBytes,
        long diskBytes,
        long diskIoBytesPerSecond,
        long networkBytesPerSecond,
        List<ExtendedResource> extended) {
    public Amounts {
        check("cpuMilli", cpuMilli);
        check("memoryBytes", memoryBytes);
        check("diskBytes", diskBytes);
        check("diskIoBytesPerSecond", diskIoBytesPerSecond);
        check("networkBytesPerSecond", networkBytesPerSecond);
        extended = extended.isEmpty() ? List.of() : sorted(extended);
    }

    /** Amounts without extended resources. */
    public Amounts(
            long cpuMilli, long memoryBytes, long diskBytes, long diskIoBytesPerSecond, long networkBytesPerSecond) {
        this(cpuMilli, memoryBytes, diskBytes, diskIoBytesPerSecond, networkBytesPerSecond, List.of());
    }

    /** CPUs and memory only. */
    public static Amounts of(long cpuMilli, long memoryBytes) {
        return new Amounts(cpuMilli, memoryBytes, 0, 0, 0);
    }

    /** The same with {@code newExtended} resources. */
    public Amounts withExtended(List<ExtendedResource> newExtended) {
        return new Amounts(cpuMilli, memoryBytes, diskBytes, diskIoBytesPerSecond, networkBytesPerSecond, newExtended);
    }

    /** The same with {@code newMemoryBytes} of memory. */
    public Amounts withMemory(long newMemoryBytes) {
        return new Amounts(cpuMilli, newMemoryBytes, diskBytes, diskIoBytesPerSecond, networkBytesPerSecond, extended);
    }

    /** The amount of extended resource {@code name}; 0 for none. */
    public long extended(String name) {
        for (ExtendedResource resource : extended) {
            if (resource.name().equals(name)) {
                return resource.amount();
            }
        }
        return 0;
    }

    private static List<ExtendedResource> sorted(List<ExtendedResource> extended) {
        List<ExtendedResource> sorted = extended.stream()
                .filter(resource -> resource.amount() > 0)
                .sorted()
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
                throw new IllegalArgumentException(
                        "The resource (" + sorted.get(i).name() + ") is named twice.");
            }
        }
        return sorted;
    }

    private static void check(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must not be negative.");
        }
    }
}
