package io.berth.sim.world;

import io.berth.core.time.Nanos;
import io.berth.sim.world.data.DataPlan;

/**
 * How the world behaves.
 *
 * @param startLatencyNanos from the order to start a task to its running
 * @param startFailures how likely a task fails to start, 0 to 1
 * @param taskFailures how likely a task that runs fails before its work is done, 0 to 1
 * @param nodeMtbfNanos mean time between the failures of one node, exponential; {@link Nanos#NEVER} for none
 * @param nodeRepairNanos from a node's failure to its return
 * @param migNanos how much later a task runs for which an instance of a GPU has to be made
 * @param data which data sets tasks read
 */
public record WorldOptions(
        long startLatencyNanos,
        double startFailures,
        double taskFailures,
        long nodeMtbfNanos,
        long nodeRepairNanos,
        long migNanos,
        DataPlan data) {
    /** Starts at once, nothing fails. */
    public static final WorldOptions IDEAL = new WorldOptions(0, 0, 0, Nanos.NEVER, 0);

    /** A world without data sets, in which instances of GPUs are made at once. */
    public WorldOptions(
            long startLatencyNanos,
            double startFailures,
            double taskFailures,
            long nodeMtbfNanos,
            long nodeRepairNanos) {
        this(startLatencyNanos, startFailures, taskFailures, nodeMtbfNanos, nodeRepairNanos, 0, DataPlan.NONE);
    }
}
