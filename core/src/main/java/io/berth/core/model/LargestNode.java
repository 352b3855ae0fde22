package io.berth.core.model;

import io.berth.core.model.column.NodeColumns;

/**
 * The largest amounts of one node in a cluster: what {@link NodeColumns} are shares of. What exceeds one counts as 1.
 *
 * @param cpuMilli thousandths of CPUs; at least 1
 * @param memoryBytes at least 1
 * @param gpuMilli thousandths of GPUs; at least 1
 */
public record LargestNode(long cpuMilli, long memoryBytes, long gpuMilli) {
    /** @throws IllegalArgumentException where an amount is below 1 */
    public LargestNode {
        check("CPUs", cpuMilli);
        check("memory", memoryBytes);
        check("GPUs", gpuMilli);
    }

    private static void check(String what, long amount) {
        if (amount < 1) {
            throw new IllegalArgumentException(
                    "The " + what + " of the largest node (" + amount + ") must be at least 1.");
        }
    }
}
