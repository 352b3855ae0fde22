package io.berth.core.decision;

/**
 * Where one task goes.
 *
 * @param node the node's index in the cluster
 * @param grant the devices it holds there
 */
public record Placement(int node, Grant grant) {
    /** On what {@code grant} says ({@link Grant#code}), such as bit {@code i} for device {@code i}. */
    public static Placement on(int node, long grant) {
        return new Placement(node, Grant.of(grant));
    }
}
