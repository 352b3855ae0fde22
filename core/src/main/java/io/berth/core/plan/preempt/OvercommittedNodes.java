package io.berth.core.plan.preempt;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import java.util.TreeSet;

/** The nodes of which others use more than was left: who gives room back there may find that he cannot take it again. */
final class OvercommittedNodes implements ChangeReader.Rows {
    private final Nodes nodes;
    private final ChangeReader reader;
    private final TreeSet<Integer> overcommitted = new TreeSet<>();

    OvercommittedNodes(Nodes nodes) {
        this.nodes = nodes;
        this.reader = new ChangeReader(nodes);
    }

    /** Those of now, by number. */
    Iterable<Integer> now() {
        reader.catchUp(this);
        return overcommitted;
    }

    @Override
    public void grow(int count) {
        // Nodes that are not in the set take no room.
    }

    @Override
    public void update(int node) {
        boolean over = nodes.free(node, Resource.CPU) < 0 || nodes.free(node, Resource.MEMORY) < 0;
        if (over) {
            overcommitted.add(node);
        } else if (!overcommitted.isEmpty()) {
            overcommitted.remove(node);
        }
    }
}
