package io.berth.core.cluster.image;

/**
 * Who holds an image.
 *
 * @param bytes what it is worth to a task that needs it: its size times the share of all nodes that hold it, so that the first nodes to
 *     hold an image do not draw all that need it
 * @param nodes that hold it
 */
public record ImageHolders(long bytes, NodeSet nodes) {
    public ImageHolders {
        if (bytes < 0) {
            throw new IllegalArgumentException("The worth (" + bytes + ") of an image must be at least 0.");
        }
    }
}
