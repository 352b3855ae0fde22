package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;
import io.berth.core.workload.Demand;

/**
 * The node with the lowest allocated share of its own resources.
 *
 * <p>Goals: even out the load of nodes of different size. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = ⌊10,000 · mean of (free − asked)/total⌋ over CPU, memory and, for tasks that ask for GPUs, GPU; of
 * what a node has none, nothing is free. One GPU, 8 CPUs and 64 GiB on an idle node of 2 GPUs, 32 CPUs and 256 GiB: ⌊10,000
 * (24/32 + 192/256 + 1/2)/3⌋ = 6666; on one of 8 GPUs, 128 CPUs and 1 TiB: ⌊10,000 (120/128 + 960/1024 + 7/8)/3⌋ = 9166.
 *
 * <p>Source: the LeastAllocated strategy of kube-scheduler's NodeResourcesFit, with equal weights, GPUs as a resource, and
 * hundredths of a per cent in place of whole per cent, so that small tasks on large nodes count.
 */
public final class LeastAllocated implements Scorer {
    public static final long HIGHEST = 10_000;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        Demand task = shape.demand();
        double left = share(nodes.free(node, Resource.CPU) - task.cpuMilli(), nodes.total(node, Resource.CPU))
                + share(nodes.free(node, Resource.MEMORY) - task.memoryBytes(), nodes.total(node, Resource.MEMORY));
        if (task.gpus() == 0) {
            return (long) (HIGHEST * left / 2);
        }
        return (long) (HIGHEST
                * (left + share(nodes.totalFreeMilli(node) - task.totalGpuMilli(), 1000L * nodes.gpus(node)))
                / 3);
    }

    private static double share(long left, long total) {
        return total == 0 ? 0 : (double) left / total;
    }
}
