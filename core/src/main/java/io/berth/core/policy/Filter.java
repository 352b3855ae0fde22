package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a node may take a task, and why not.
 *
 * <p>A pure function of the node's own row and the shape: it is asked again only when that row changed. It answers with a constant and
 * allocates nothing. Taking room never turns a no into a yes: what did not fit is not looked at again until something is given back.
 */
@FunctionalInterface
public interface Filter {
    /**
     * The node takes new tasks and has room for this one. Asked in this order, the first that says no is the reason: the node is lost,
     * draining; a column of its resources is short; what it has in common with others of its class does not suit, such as labels, taints
     * or the GPU model; too few devices are idle, or none has the share or the memory left.
     */
    Filter FIT = (nodes, node, shape) -> nodes.whyNot(shape, node);

    /** Why a task of {@code shape} must not go to {@code node} now; null where it may. */
    @Nullable
    Reason whyNot(Nodes nodes, int node, Shape shape);

    /** This, then {@code other} of the nodes that this lets pass. */
    default Filter and(Filter other) {
        return (nodes, node, shape) -> {
            Reason reason = whyNot(nodes, node, shape);
            return reason != null ? reason : other.whyNot(nodes, node, shape);
        };
    }
}
