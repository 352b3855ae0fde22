package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * Devices already shared first, then idle devices of a used node, then an empty node.
 *
 * <p>Goals, in this order: open no idle device, open no empty node. Constraints: none beyond fit.
 *
 * <p>Algorithm: a share that fits on a device in use scores 100 less a tenth of that device's free per cent, at least 50; a
 * task that needs {@code k} idle devices of a used node 50 − k, at least 33; on an empty node of {@code g} devices the
 * larger of 33 − g and g. Tasks without GPUs score 0 everywhere. A share of 300 on a device with 400 left scores 100 − 4 = 96.
 *
 * <p>Source: Weng et al., MLaaS in the Wild, NSDI 2022, §6 (the packing of the PAI scheduler), as evaluated in Weng et al.,
 * Beware of Fragmentation, USENIX ATC 2023, §6.1.
 */
public final class GpuPacking implements Scorer {
    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        if (shape.demand().gpus() == 0) {
            return 0;
        }
        int gpus = nodes.gpus(node);
        if (nodes.idleGpus(node) == gpus) {
            return StrictMath.max(33 - gpus, gpus);
        }
        int left = shape.demand().wholeGpus() ? 1000 : leastFitting(nodes, node, shape);
        return left == 1000
                ? StrictMath.max(50 - shape.demand().gpus(), 33)
                : StrictMath.max(100 - left * 100 / 1000 / 10, 50);
    }

    private static int leastFitting(Nodes nodes, int node, Shape shape) {
        int least = 1000;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            if (nodes.gpuFits(shape, node, gpu)) {
                least = StrictMath.min(least, nodes.gpuFreeMilli(node, gpu));
            }
        }
        return least;
    }
}
