package io.berth.core.cluster;

import io.berth.core.cluster.peer.Peers;
import io.berth.core.workload.NodeTerms;
import org.jspecify.annotations.Nullable;

/** What rules between tasks ask of the nodes of a table. */
record NodeTraits(NodeTable table) implements Peers.Traits {
    @Override
    public int count() {
        return table.count();
    }

    @Override
    public boolean present(int node) {
        return table.present(node);
    }

    @Override
    public @Nullable String label(int node, String key) {
        return table.nodeClass(node).label(key);
    }

    @Override
    public boolean matches(int node, NodeTerms where) {
        return where.matches(table.nodeClass(node).labels());
    }

    @Override
    public boolean tolerates(int node, NodeTerms where) {
        return where.tolerates(table.nodeClass(node).taints());
    }
}
