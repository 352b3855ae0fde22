package io.berth.core.plan.index;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Filter;

/** What is known of all nodes for one shape; brought up to date by looking only at the nodes that changed. */
abstract sealed class ShapeIndex implements ChangeReader.Rows permits Tournament, FeasibleNodes {
    final Nodes nodes;
    final Shape shape;
    private final Filter filter;
    /** It is the filter of most strategies: asking the nodes themselves saves a call through an interface for each that changed. */
    private final boolean fit;
    /** When it was last asked, in asks of the owner. */
    long lastAsked;

    private final ChangeReader reader;

    ShapeIndex(Nodes nodes, Shape shape, Filter filter) {
        this.nodes = nodes;
        this.shape = shape;
        this.filter = filter;
        this.fit = isFit(filter);
        this.reader = new ChangeReader(nodes, shape);
    }

    /** Looks at what changed since the last call. */
    void catchUp() {
        reader.catchUp(this);
    }

    /** True where {@code node} may take a task of the shape. */
    final boolean takes(int node) {
        return fit ? nodes.fits(shape, node) : filter.whyNot(nodes, node, shape) == null;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isFit(Filter filter) {
        return filter == Filter.FIT;
    }

    /** True where the shape fits somewhere; after {@link #catchUp()}. */
    abstract boolean any();
}
