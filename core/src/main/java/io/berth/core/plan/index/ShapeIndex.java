package io.berth.core.plan.index;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** What is known of all nodes for one shape; brought up to date by looking only at the nodes that changed. */
abstract sealed class ShapeIndex implements ChangeReader.Rows permits Tournament, FeasibleNodes {
    final Nodes nodes;
    final Shape shape;
    /** When it was last asked, in asks of the owner. */
    long lastAsked;

    private final ChangeReader reader;

    ShapeIndex(Nodes nodes, Shape shape) {
        this.nodes = nodes;
        this.shape = shape;
        this.reader = new ChangeReader(nodes);
    }

    /** Looks at what changed since the last call. */
    void catchUp() {
        reader.catchUp(this);
    }

    /** True where the shape fits somewhere; after {@link #catchUp()}. */
    abstract boolean any();
}
