package io.berth.testkit.guide;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node with the most GPU capacity left.
 *
 * <p>Goals: spread tasks, so that a lost node takes few of them along. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = free thousandths of GPUs, before the task. Of nodes with 8 and 5 GPUs left, the one with 8.
 *
 * <p>Source: worst fit, Johnson 1973.
 */
public final class Emptiest implements Scorer {
    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        return nodes.totalFreeMilli(node);
    }
}
