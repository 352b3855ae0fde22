package io.berth.learn.environment.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.QueuedJob;

/**
 * What the rows of an observation stand for, while the environment waits for an action: for teachers, who play a policy through it. An
 * agent has no such thing to go by.
 */
public interface Subjects {
    /** The time of the engine. */
    long nowNanos();

    /** The job of {@code row}, which is allowed; not in {@code engine-placement}, which knows demands only. */
    QueuedJob job(int row);

    /** The number of the node of {@code row}, which is allowed; not in {@code engine-ordering}. */
    int node(int row);

    /** The demand of {@code row}, which is allowed. */
    Shape shape(int row);

    /** All nodes, as the pass stands. */
    Nodes nodes();
}
