package io.berth.core.cluster.data;

import io.berth.core.cluster.image.NodeSet;

/**
 * A data set that tasks read.
 *
 * @param bytes how large it is
 * @param nodes that hold all of it
 */
public record DataSet(long bytes, NodeSet nodes) {
    public DataSet {
        if (bytes < 0) {
            throw new IllegalArgumentException("The size (" + bytes + ") of a data set must be at least 0.");
        }
    }

    /** The same, held by {@code others}. */
    public DataSet at(NodeSet others) {
        return new DataSet(bytes, others);
    }
}
