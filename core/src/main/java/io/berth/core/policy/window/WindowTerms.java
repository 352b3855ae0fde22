package io.berth.core.policy.window;

import java.util.List;

/**
 * What counts in a window beside who fits where.
 *
 * @param priorityWeight how many times as much a job is worth with each level of priority; from 1 to {@link #MOST_WEIGHT}
 * @param caps what queues may get of it
 */
public record WindowTerms(double priorityWeight, List<QueueCap> caps) {
    /** Priorities that are further apart outweigh everything. */
    public static final double MOST_WEIGHT = 10;

    /** Worth doubles with each level of priority, and queues may get what there is. */
    public static final WindowTerms USUAL = new WindowTerms(2, List.of());

    public WindowTerms {
        caps = List.copyOf(caps);
        if (!(priorityWeight >= 1) || priorityWeight > MOST_WEIGHT) {
            throw new IllegalArgumentException("The priority_weight (" + priorityWeight
                    + ") of a window must be at least 1 and at most " + MOST_WEIGHT + ".");
        }
    }
}
