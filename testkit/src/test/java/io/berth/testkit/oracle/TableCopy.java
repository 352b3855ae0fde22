package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.state.State;

/** A node table built anew from what is declared and held, for scorers to look at; models keep their numbers. */
final class TableCopy {
    private TableCopy() {}

    static NodeTable of(State state, NaiveCluster cluster) {
        NodeTable original = state.nodeTable();
        NodeTable copy = new NodeTable();
        for (int model = 0; model < original.models(); model++) {
            copy.modelBit(original.modelName(model));
        }
        for (int node = 0; node < original.count(); node++) {
            copy.join(node, original.spec(node));
            copy.observeOthers(node, original.othersCpuMilli(node), original.othersMemoryBytes(node));
            for (NaiveCluster.Held held : cluster.held(node)) {
                copy.take(held.shape(), node, held.gpuMask());
            }
        }
        return copy;
    }
}
