package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import java.util.List;

/**
 * Says how good a node is for a task that fits there. The best node gets the task; ties go to the lower node number.
 *
 * <p>A score is a pure function of the node's own row and the shape, and of the sums of the topology domains that it declares: it is
 * asked again only when that row or a sum of the node's domain changed, not for each of several nodes that are alike but for their
 * names, and the best is kept, not searched. Scores are whole numbers between -2^38 and 2^38.
 */
@FunctionalInterface
public interface Scorer {
    /** Larger is better. */
    long score(Nodes nodes, int node, Shape shape);

    /** The label keys whose domains it asks {@link Nodes#domains} for; none for most. Each costs a placement as much as its domain has nodes. */
    default List<String> domainKeys() {
        return List.of();
    }
}
