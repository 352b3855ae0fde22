package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** Where the waiting jobs of a {@link Waiting} might go, as the pass stands. */
public interface Places {
    /** All nodes; what the pass has given away already is taken. */
    Nodes nodes();

    /** What the task of job {@code i} asks for that finds its node first. */
    Shape firstShape(int i);
}
