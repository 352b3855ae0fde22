package io.berth.core.plan.trace;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.ResourceNames;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import org.jspecify.annotations.Nullable;

/** Why one node does not take a task, as it is told. */
public final class NodeLack {
    private NodeLack() {}

    /**
     * Null where {@code filter} lets the task go there now.
     *
     * @param node its number, of a node that is known
     */
    public static @Nullable Reason of(NodeTable nodes, Filter filter, Shape shape, int node) {
        Reason reason = filter.whyNot(nodes, node, shape);
        if (reason == null) {
            return null;
        }
        return nodes.emptySlots(shape, node) == 0 ? never(nodes, shape, node) : reason;
    }

    /** The first extended resource that a node has too little of; empty where it has no name. */
    public static String resource(NodeTable nodes, Shape shape, int node) {
        int extended = shape.shortColumn(nodes, node) - ResourceNames.FIRST_EXTENDED;
        return extended < 0 ? "" : nodes.names().extended().get(extended);
    }

    /** Why not even the empty node would do; the planner stops at the first lack, which may be another. */
    private static Reason never(NodeTable nodes, Shape shape, int node) {
        Reason never = nodes.neverFits(shape, node);
        boolean noDevices = never == Reason.GPU_MODEL && nodes.gpus(node) == 0;
        return never == null || noDevices ? Reason.TOO_LARGE : never;
    }
}
