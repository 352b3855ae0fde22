package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Grant;
import io.berth.core.state.State;

/** A node table built anew from what is declared and held, for scorers to look at. */
final class TableCopy {
    private TableCopy() {}

    static NodeTable of(State state, NaiveCluster cluster) {
        NodeTable original = state.nodeTable();
        NodeTable copy = new NodeTable();
        for (int node = 0; node < original.count(); node++) {
            copy.join(node, original.spec(node));
            copy.observeOthers(node, original.othersCpuMilli(node), original.othersMemoryBytes(node));
            for (NaiveCluster.Held held : cluster.held(node)) {
                copy.take(held.shape(), node, Grant.of(held.gpuMask()));
            }
        }
        return copy;
    }
}
