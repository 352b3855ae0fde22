package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;

/**
 * Tasks of one GPU size together: shares with shares, pairs with pairs.
 *
 * <p>Goals, in this order: a node of this size alone, a node with this size among others, a node without GPU tasks, any;
 * within each, the fuller node. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = 75, 50, 25 or 0 by that rank plus ⌊25 (maxGpu − gpuFree)/maxGpu⌋. Tasks without GPUs score 0
 * everywhere. A pair on a node that runs only pairs and has 4 of 8 devices free scores 75 + 12 = 87.
 *
 * <p>Source: Xiao et al., Gandiva, OSDI 2018, §4.2 (affinity of job sizes), as evaluated in Weng et al., Beware of
 * Fragmentation, USENIX ATC 2023, §6.1.
 */
public final class GpuClustering implements Scorer {
    private final long maxGpuMilli;

    public GpuClustering(Facts facts) {
        this.maxGpuMilli = facts.maxGpuMilli();
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        if (shape.demand().gpus() == 0) {
            return 0;
        }
        long size = 1L << shape.gpuSize();
        long present = nodes.gpuSizes(node);
        int rank = present == size ? 75 : (present & size) != 0 ? 50 : present == 0 ? 25 : 0;
        return rank + 25 * (maxGpuMilli - nodes.totalFreeMilli(node)) / maxGpuMilli;
    }
}
