package io.berth.core.engine;

import io.berth.core.cluster.ChangeLog;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** What is known of all nodes for one shape; brought up to date by looking only at the nodes that changed. */
abstract sealed class ShapeIndex permits Tournament, FeasibleNodes {
    final Nodes nodes;
    final Shape shape;
    /** When it was last asked, in asks of the owner. */
    long lastAsked;

    private long seen;
    private int built = -1;

    ShapeIndex(Nodes nodes, Shape shape) {
        this.nodes = nodes;
        this.shape = shape;
    }

    /** Looks at what changed since the last call, at everything where that is too much. */
    final void catchUp() {
        ChangeLog changes = nodes.changes();
        long head = changes.head();
        if (built != nodes.count() || !changes.reaches(seen)) {
            rebuild(nodes.count());
            built = nodes.count();
        } else {
            for (long position = seen; position < head; position++) {
                int node = changes.at(position);
                if (node >= 0) {
                    update(node);
                }
            }
        }
        seen = head;
    }

    /** True where the shape fits somewhere; after {@link #catchUp()}. */
    abstract boolean any();

    abstract void rebuild(int count);

    abstract void update(int node);
}
