package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node with the greatest sum of free CPUs and free GiB of memory.
 *
 * <p>Goals: room of both kinds, as a published example of a resource-aware scheduler has it. Constraints: none beyond fit; a CPU
 * counts as much as a GiB whatever there is of each, which {@link LeastAllocated} does better; GPUs do not count.
 *
 * <p>Algorithm: score = ⌊free CPUs in tenths⌋ + ⌊free GiB in tenths⌋, 100,000 at most. 100 CPUs and 200 GiB free: 3,000; less a task of
 * 26 CPUs and 28 GiB: 2,460.
 */
public final class MostFree implements Scorer {
    /** 10,000 CPUs and GiB together; a node of more counts as this. */
    public static final long HIGHEST = 100_000;

    private static final int PER_TENTH_CPU = 100;
    private static final int MIB_BITS = 20;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        long free = nodes.free(node, Resource.CPU) / PER_TENTH_CPU
                + ((nodes.free(node, Resource.MEMORY) >> MIB_BITS) * 10 >> 10);
        return StrictMath.clamp(free, 0, HIGHEST);
    }
}
