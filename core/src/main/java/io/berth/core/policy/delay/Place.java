package io.berth.core.policy.delay;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.device.Offer;
import java.util.List;

/**
 * A place that a task of a job could have now.
 *
 * @param job whose task it is
 * @param readyNanos when the job entered the queue, from when its wait counts
 * @param nowNanos the time
 * @param shape what the task asks for
 * @param node where it could go
 * @param offers the devices of each kind of node that will do, as they are for the job; none for a task without devices
 * @param here those of the node
 */
public record Place(
        Nodes nodes,
        QueuedJob job,
        long readyNanos,
        long nowNanos,
        Shape shape,
        int node,
        List<Offer> offers,
        Offer here) {
    public Place {
        offers = List.copyOf(offers);
    }
}
