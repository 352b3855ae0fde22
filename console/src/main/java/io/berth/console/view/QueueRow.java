package io.berth.console.view;

/**
 * A queue as lists show it; one that no known job is of is not there.
 *
 * @param jobsWaiting jobs that hold nothing
 * @param jobsHolding jobs that hold room: reserved, starting, running or stopping
 * @param gpusHeld what they hold; a share counts as its part
 * @param cpusHeld likewise
 * @param memoryHeldBytes likewise
 * @param gpusWaiting what the waiting ones ask for
 */
public record QueueRow(
        String name,
        long jobsWaiting,
        long jobsHolding,
        double gpusHeld,
        double cpusHeld,
        double memoryHeldBytes,
        double gpusWaiting) {}
