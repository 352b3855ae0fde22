package io.berth.core.policy.placement;

import static io.berth.core.model.column.Feature.shareOf;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.model.LargestNode;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Facts;
import io.berth.core.workload.Demand;

/**
 * Writes {@link NodeColumns}: one code for what learns a placement and for what decides by it, with the same operations in the same
 * order. It allocates nothing once it has seen each model of GPU.
 */
public final class NodeRow {
    /** How much of the mix counts as typical, per cent; as in the policy {@code fgd}. */
    private static final double COVERAGE_PCT = 95;

    private final LargestNode largest;
    private final long largestGpus;
    private final FragmentationMix mix;

    /** @param largest what the columns are shares of */
    public NodeRow(LargestNode largest, Facts facts) {
        this.largest = largest;
        this.largestGpus = StrictMath.max(1, largest.gpuMilli() / Demand.WHOLE_GPU_MILLI);
        this.mix = new FragmentationMix(facts.mix(), COVERAGE_PCT);
    }

    /** Writes {@code node}, where {@code shape} fits, from {@code at} on. */
    public void write(Nodes nodes, int node, Shape shape, float[] into, int at) {
        Demand demand = shape.demand();
        long cpu = nodes.free(node, Resource.CPU);
        long memory = nodes.free(node, Resource.MEMORY);
        long gpu = nodes.totalFreeMilli(node);
        into[at] = shareOf(cpu, largest.cpuMilli());
        into[at + 1] = shareOf(memory, largest.memoryBytes());
        into[at + 2] = shareOf(gpu, largest.gpuMilli());
        into[at + 3] = shareOf(nodes.idleGpus(node), largestGpus);
        into[at + 4] = shareOf(nodes.largestFreeMilli(node), Demand.WHOLE_GPU_MILLI);
        into[at + 5] = shareOf(cpu - demand.cpuMilli(), largest.cpuMilli());
        into[at + 6] = shareOf(memory - demand.memoryBytes(), largest.memoryBytes());
        into[at + 7] = shareOf(gpu - demand.totalGpuMilli(), largest.gpuMilli());
        fragmentation(nodes, node, shape, into, at + 8);
        int tasks = nodes.tasks(node);
        into[at + 10] = shareOf(tasks, tasks + 1L);
        into[at + 11] = shareOf(demand.cpuMilli(), largest.cpuMilli());
        into[at + 12] = shareOf(demand.memoryBytes(), largest.memoryBytes());
        into[at + 13] = shareOf(shape.gpuSize(), largestGpus);
        into[at + 14] = shape.gpuSize() > 0 ? 0 : shareOf(demand.gpuMilli(), Demand.WHOLE_GPU_MILLI);
    }

    private void fragmentation(Nodes nodes, int node, Shape shape, float[] into, int at) {
        into[at] = 0;
        into[at + 1] = 0;
        if (!mix.load(nodes, node)) {
            return;
        }
        Demand demand = shape.demand();
        long cpu = nodes.free(node, Resource.CPU);
        long cpuLeft = cpu - demand.cpuMilli();
        double after;
        if (demand.gpus() == 1 && !demand.wholeGpus()) {
            after = mix.fragmentationAfterShare(cpuLeft, leastLeft(nodes, node, shape), demand.gpuMilli());
        } else {
            after = mix.fragmentationAfterWhole(cpuLeft, demand.gpus());
        }
        into[at] = shareOf(mix.fragmentation(cpu), largest.gpuMilli());
        into[at + 1] = shareOf(after, largest.gpuMilli());
    }

    /** Of the GPU that the engine takes for a share where the placement does not say: the fitting one with least left. */
    private static int leastLeft(Nodes nodes, int node, Shape shape) {
        int least = Integer.MAX_VALUE;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            if (nodes.gpuFits(shape, node, gpu)) {
                least = StrictMath.min(least, nodes.gpuFreeMilli(node, gpu));
            }
        }
        return least;
    }
}
