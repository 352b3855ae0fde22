package io.berth.core.decision;

/**
 * Where one task goes.
 *
 * @param node the node's index in the cluster
 * @param grant the devices it holds there
 */
public record Placement(int node, Grant grant) {
    /** On the devices of {@code mask}, bit {@code i} for device {@code i}. */
    public static Placement on(int node, long mask) {
        return new Placement(node, Grant.of(mask));
    }
}
