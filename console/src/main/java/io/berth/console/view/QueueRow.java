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
 * @param rescuedGpuHours how long GPUs were free for others that jobs of it were freed of, since this process began; 0 where nobody frees any
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
        double rescuedGpuHours,
        @Nullable QueueRights rights) {}
