package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node with the fewest tasks.
 *
 * <p>Goals: spread tasks that are alike, such as the replicas of a service. Constraints: none beyond fit; large and small
 * tasks count the same.
 *
 * <p>Algorithm: score = ⌊100,000/(1 + tasks)⌋, counting tasks that run or are about to: 100,000 without any, 50,000 with
 * one, 33,333 with two; it falls with every task up to 316. In a combination the first tasks of a node count most.
 *
 * <p>Source: the least-connection scheduling of Zhang, Linux Virtual Server for Scalable Network Services, 2000, §4.
 */
public final class LeastTasks implements Scorer {
    public static final long HIGHEST = 100_000;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        return HIGHEST / (1 + nodes.tasks(node));
    }
}
