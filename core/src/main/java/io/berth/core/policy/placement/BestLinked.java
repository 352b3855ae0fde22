package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node whose devices would reach one another fastest.
 *
 * <p>Goals: a task of several devices gets those between which the slowest link is the fastest there is. Constraints: none beyond fit;
 * tasks of one device or of shares are the same everywhere, so that it is best combined with a policy that packs.
 *
 * <p>Algorithm: score = the bandwidth of the slowest pair of the best set of idle devices of the node ({@code LinkTable}), in steps
 * of 8 GB/s, at most 225; 0 where nothing is known of its links. PCIe 3.0 is 2, one NVLink of 25 GB/s 3, two are 6, eighteen of 50 GB/s 112.
 *
 * <p>Source: the communication cost of Amaral et al., Topology-Aware GPU Scheduling for Learning Workloads in Cloud Environments, SC 2017,
 * §4, of which this is the part within a node.
 */
public final class BestLinked implements Scorer {
    public static final long HIGHEST = 225;

    private static final int STEP = 8_000;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        return StrictMath.min(HIGHEST, nodes.slowestLink(shape, node) / STEP);
    }
}
