package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;

/**
 * The node whose free CPU and GPU have the smallest product with the demand.
 *
 * <p>Goals: fill the fuller nodes first, weighing each resource by how much of it is asked. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = ⌊100 (1 − ½ (cpuFree·cpu/maxCpu² + gpuFree·gpu/maxGpu²))⌋, free amounts before the task. A task of 4
 * of 8 GPUs and no CPU scores ⌊100 (1 − ½·4·8/64)⌋ = 75 on an empty node and 87 on a half free one.
 *
 * <p>Source: the alignment score of Grandl et al., Multi-Resource Packing for Cluster Schedulers (Tetris), SIGCOMM 2014,
 * §3.2, reversed to pack as in Weng et al., Beware of Fragmentation, USENIX ATC 2023, §6.1.
 */
public record DotProduct(double maxCpuMilli, double maxGpuMilli) implements Scorer {
    public DotProduct(Facts facts) {
        this((double) facts.maxCpuMilli(), (double) facts.maxGpuMilli());
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        double cpu = nodes.free(node, Resource.CPU) / maxCpuMilli * (shape.cpuMilli() / maxCpuMilli);
        double gpu = nodes.totalFreeMilli(node) / maxGpuMilli * (shape.totalGpuMilli() / maxGpuMilli);
        return (long) (100.0 * (1.0 - (cpu + gpu) / 2.0));
    }
}
