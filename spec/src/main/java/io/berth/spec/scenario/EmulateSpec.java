package io.berth.spec.scenario;

import io.berth.core.time.Nanos;

/**
 * How the world behaves, in simulation and in an emulated live cluster.
 *
 * @param timeScale seconds of the emulated world per second of a real clock; a simulation has no clock and ignores it
 * @param startLatencyNanos from the decision to start a task until it runs
 * @param startFailures the probability that a start fails, 0 to 1
 * @param nodeMtbfNanos mean time between failures of a node; {@code Nanos.NEVER} for none
 * @param nodeRepairNanos how long a failed node is gone
 * @param taskFailures the probability that a task fails before its end, 0 to 1
 * @param migNanos how much later a task runs for which an instance of a GPU has to be made
 */
public record EmulateSpec(
        double timeScale,
        long startLatencyNanos,
        double startFailures,
        long nodeMtbfNanos,
        long nodeRepairNanos,
        double taskFailures,
        long migNanos) {
    /** A world in which what is started runs at once, and nothing fails. */
    public static final EmulateSpec IDEAL = new EmulateSpec(1, 0, 0, Nanos.NEVER, 10 * Nanos.MINUTE, 0, 0);
}
