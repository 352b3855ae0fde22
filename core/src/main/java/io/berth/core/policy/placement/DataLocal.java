package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node to which least of a task's data must be brought.
 *
 * <p>Goals: data sets stay where they are. Constraints: none beyond fit; where all nodes hold as much of the data, or a task reads none,
 * all are alike, so that it is best combined with a policy that packs.
 *
 * <p>Algorithm: score = 100 × (1 − missing/size), by the sizes of the data sets that the task reads, rounded down.
 *
 * <p>Source: the data locality of Zaharia et al., Delay Scheduling, EuroSys 2010, §3, by bytes in place of files.
 */
public final class DataLocal implements Scorer {
    public static final long HIGHEST = 100;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        long bytes = nodes.dataBytes(shape);
        return bytes == 0
                ? HIGHEST
                : HIGHEST - (long) StrictMath.ceil((double) HIGHEST * nodes.missingBytes(shape, node) / bytes);
    }
}
