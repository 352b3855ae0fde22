package io.berth.console.view;

import io.berth.console.load.NodeLoad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as lists show it.
 *
 * @param number its number, by which lists are ordered
 * @param state {@code up}, {@code draining} or {@code lost}
 * @param gpuModel empty for a node without GPUs
 * @param gpusFree what is left on all its GPUs; a share counts as its part
 * @param gpuFreeMilli thousandths left on each GPU
 * @param gpuMemoryBytes memory of each GPU; 0 where undeclared
 * @param cpusFree negative where others use more than was left; likewise memory
 * @param tasks how many tasks run there or are about to
 * @param drainReason why it takes no new tasks, in the words of who wanted that; null where nobody said, and where it takes them
 * @param load what it does; null where that is not measured
 */
public record NodeRow(
        int number,
        String name,
        String state,
        String gpuModel,
        int gpus,
        double gpusFree,
        List<Integer> gpuFreeMilli,
        long gpuMemoryBytes,
        double cpus,
        double cpusFree,
        long memoryBytes,
        long memoryFreeBytes,
        int tasks,
        @Nullable String drainReason,
        @Nullable NodeLoad load) {
    public NodeRow {
        gpuFreeMilli = List.copyOf(gpuFreeMilli);
    }
}
