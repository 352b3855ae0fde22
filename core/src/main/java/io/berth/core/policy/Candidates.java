package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** The nodes where a task fits. */
public interface Candidates {
    /** All nodes, of which these are some. */
    Nodes nodes();

    /** What the task asks for. */
    Shape shape();

    /** How many. */
    int count();

    /** The one with {@code rank} candidates before it, from 0. */
    int at(int rank);

    /** The first candidate whose number is {@code node} or more; the first of all where there is none. */
    int from(int node);
}
