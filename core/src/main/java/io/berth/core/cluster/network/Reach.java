package io.berth.core.cluster.network;

/**
 * What the network of a node carries to the nodes of one of its domains.
 *
 * @param level the label whose values are the domains; {@link Network#NODE} within the node, {@link Network#CLUSTER} for all nodes
 * @param megabytesPerSecond one way, above 0; all that the node sends there shares it
 */
public record Reach(String level, int megabytesPerSecond) {
    public Reach {
        if (level.isBlank()) {
            throw new IllegalArgumentException("A bandwidth of the network needs the label of its level.");
        }
        if (megabytesPerSecond < 1) {
            throw new IllegalArgumentException("The bandwidth of the network at level (" + level + "), "
                    + megabytesPerSecond + " MB/s, must be above 0.");
        }
    }
}
