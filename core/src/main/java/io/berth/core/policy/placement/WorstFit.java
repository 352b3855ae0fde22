package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;

/**
 * The node that is left with the most CPU and GPU.
 *
 * <p>Goals: spread tasks, leave each room to grow and its neighbours quiet. Constraints: none beyond fit; large tasks find
 * no whole node soon.
 *
 * <p>Algorithm: score = ⌊10,000 (½ cpuLeft/maxCpu + ½ gpuLeft/maxGpu)⌋, what is left after the task relative to the largest
 * node. With nodes of at most 8 GPUs and 128 CPUs, one GPU and 8 CPUs on a node with 2 GPUs and 16 CPUs free: ⌊10,000
 * (½·8/128 + ½·1/8)⌋ = 937; on an empty one 8 GPUs and 128 CPUs: ⌊10,000 (½·120/128 + ½·7/8)⌋ = 9062.
 *
 * <p>Source: worst fit of Johnson, Near-Optimal Bin Packing Algorithms, 1973, with the weights of {@link BestFit}.
 */
public record WorstFit(double maxCpuMilli, double maxGpuMilli) implements Scorer {
    public static final long HIGHEST = 10_000;

    public WorstFit(Facts facts) {
        this((double) facts.maxCpuMilli(), (double) facts.maxGpuMilli());
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        double cpuLeft = nodes.free(node, Resource.CPU) - shape.cpuMilli();
        double gpuLeft = nodes.totalFreeMilli(node) - shape.totalGpuMilli();
        return (long) (HIGHEST * (cpuLeft / maxCpuMilli * 0.5 + gpuLeft / maxGpuMilli * 0.5));
    }
}
