package io.berth.console.view;

import org.jspecify.annotations.Nullable;

/**
 * A queue as lists show it; one that no known job is of is there only where it is declared.
 *
 * @param jobsWaiting jobs that hold nothing
 * @param jobsHolding jobs that hold room: reserved, starting, running or stopping
 * @param gpusHeld what they hold; a share counts as its part
 * @param cpusHeld likewise
 * @param memoryHeldBytes likewise
 * @param gpusWaiting what the waiting ones ask for
 * @param rights what it has a right to; null where it is a name alone
 */
public record QueueRow(
        String name,
        long jobsWaiting,
        long jobsHolding,
        double gpusHeld,
        double cpusHeld,
        double memoryHeldBytes,
        double gpusWaiting,
        @Nullable QueueRights rights) {}
