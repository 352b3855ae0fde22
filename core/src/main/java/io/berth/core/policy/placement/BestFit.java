package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;

/**
 * The node that is left with the least CPU and GPU.
 *
 * <p>Goals: fill nodes that are already used, keep others whole for large tasks. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = ⌊100 (1 − ½ cpuLeft/maxCpu − ½ gpuLeft/maxGpu)⌋, what is left after the task relative to the
 * largest node. With nodes of at most 8 GPUs and 128 CPUs, one GPU and 8 CPUs on a node with 2 GPUs and 16 CPUs free: ⌊100
 * (1 − ½·8/128 − ½·1/8)⌋ = 90; on an empty one 8 GPUs and 128 CPUs: ⌊100 (1 − ½·120/128 − ½·7/8)⌋ = 9.
 *
 * <p>Source: best fit for vector bin packing with fixed weights (Panigrahy, Talwar, Uyeda, Wieder: Heuristics for Vector
 * Bin Packing, 2011, §3), in the form of Weng et al., Beware of Fragmentation, USENIX ATC 2023, §6.1.
 */
public record BestFit(double maxCpuMilli, double maxGpuMilli) implements Scorer {
    public BestFit(Facts facts) {
        this((double) facts.maxCpuMilli(), (double) facts.maxGpuMilli());
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        double cpuLeft = nodes.free(node, Resource.CPU) - shape.cpuMilli();
        double gpuLeft = nodes.totalFreeMilli(node) - shape.totalGpuMilli();
        return (long) (100.0 * (1.0 - (cpuLeft / maxCpuMilli * 0.5 + gpuLeft / maxGpuMilli * 0.5)));
    }
}
