package io.berth.core.policy.domain;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.workload.Demand;

/**
 * The domain that is allocated most when the job is there.
 *
 * <p>Goals: fill domains that are used already. Constraints: none beyond fit.
 *
 * <p>Algorithm: cost = −⌊10,000 · mean of (allocated + asked)/total⌋ over CPU, memory and, for tasks that ask for GPUs, GPU, of the nodes of the domain
 * together.
 *
 * <p>Source: the bin packing of HyperNodes of Volcano's network-topology-aware plug-in, with equal weights.
 */
final class BinPacking implements DomainPolicy.Cost {
    private static final long SCALE = 10_000;

    @Override
    public long of(DomainRoom domain, Nodes nodes, Shape shape, int tasks) {
        Demand task = shape.demand();
        double used = share(domain, nodes, Resource.CPU, task.cpuMilli() * tasks)
                + share(domain, nodes, Resource.MEMORY, task.memoryBytes() * tasks);
        if (task.gpus() == 0) {
            return (long) (-SCALE * used / 2);
        }
        long free = 0;
        long total = 0;
        for (int node : domain.nodes()) {
            free += nodes.totalFreeMilli(node);
            total += (long) nodes.gpus(node) * Demand.WHOLE_GPU_MILLI;
        }
        return (long) (-SCALE * (used + share(total - free + task.totalGpuMilli() * tasks, total)) / 3);
    }

    private static double share(DomainRoom domain, Nodes nodes, Resource resource, long asked) {
        long free = 0;
        long total = 0;
        for (int node : domain.nodes()) {
            free += StrictMath.max(0, nodes.free(node, resource));
            total += nodes.total(node, resource);
        }
        return share(total - free + asked, total);
    }

    private static double share(long used, long total) {
        return total == 0 ? 0 : (double) used / total;
    }
}
