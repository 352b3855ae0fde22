package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** The tasks of a job, which start together or not at all, while room is looked for. What they take shows on the nodes at once. */
public interface Gang {
    /** All nodes, with what the tasks took so far. */
    Nodes nodes();

    /** What each task asks for. */
    Shape shape();

    /** How many tasks have no room yet. */
    int left();

    /** Takes room for the next task where the placement prefers it; false where it fits nowhere, or all have room. */
    boolean take();

    /** Takes room for the next task on {@code node}; false where it does not fit there, or all have room. */
    boolean take(int node);
}
