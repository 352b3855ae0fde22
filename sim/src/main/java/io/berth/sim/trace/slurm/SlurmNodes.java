package io.berth.sim.trace.slurm;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.TreeSet;

/** What the cluster of a replay tells about the rows of a dump. */
final class SlurmNodes {
    private final List<NodeSpec> nodes;
    private final TreeSet<Long> memories = new TreeSet<>();

    SlurmNodes(List<NodeSpec> nodes) {
        this.nodes = List.copyOf(nodes);
        for (NodeSpec node : nodes) {
            memories.add(node.memoryBytes());
        }
    }

    boolean haveGpus() {
        return nodes.stream().anyMatch(node -> node.gpus() > 0);
    }

    /** True where the empty cluster holds {@code tasks} of {@code demand} at once, whatever model its GPUs are. */
    boolean hold(Demand asked, long tasks) {
        Demand demand = asked.onModels(List.of());
        long slots = 0;
        for (NodeSpec node : nodes) {
            slots += node.slots(demand);
            if (slots >= tasks) {
                return true;
            }
        }
        return false;
    }

    /** {@code demand} with no more CPUs and memory than a node with its GPUs has for each of {@code share} such tasks. */
    Demand within(Demand demand, int share) {
        for (NodeSpec node : nodes) {
            if (node.gpus() >= demand.gpus() * share) {
                return Demand.cpu(
                                StrictMath.min(demand.cpuMilli(), node.cpuMilli() / share),
                                StrictMath.min(demand.memoryBytes(), node.memoryBytes() / share))
                        .withGpuShare(demand.gpus(), demand.gpuMilli())
                        .onModels(demand.gpuModels());
            }
        }
        return demand;
    }

    /**
     * {@code bytes}, which were printed rounded, by {@code slack} at most; or the memory of a node that is less by no more than that:
     * a job that had all of the node must fit there.
     */
    long unrounded(long bytes, long slack) {
        Long node = memories.floor(bytes);
        return node != null && bytes - node <= slack ? node : bytes;
    }
}
