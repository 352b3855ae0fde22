package io.berth.core.workload;

/**
 * How many tasks somebody can do without at the moment: more of them are stopped for others only where nothing else makes room
 * (PodDisruptionBudget of Kubernetes, policy/v1).
 *
 * @param covers which tasks
 * @param allowed how many of them may be stopped now, of those that were not told to stop yet
 */
public record DisruptionBudget(PeerSelector covers, long allowed) {
    public DisruptionBudget {
        if (allowed < 0) {
            throw new IllegalArgumentException("The allowed number of tasks (" + allowed + ") must not be negative.");
        }
    }
}
