package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.engine.Job;
import io.berth.core.engine.JobState;
import io.berth.core.engine.State;

/** A node table built anew from what is declared and held, for scorers to look at; models keep their numbers. */
final class TableCopy {
    private TableCopy() {}

    static NodeTable of(State state) {
        NodeTable original = state.nodeTable();
        NodeTable copy = new NodeTable();
        for (int model = 0; model < original.models(); model++) {
            copy.modelBit(original.modelName(model));
        }
        for (int node = 0; node < original.count(); node++) {
            copy.join(node, original.spec(node));
            copy.observeOthers(node, original.othersCpuMilli(node), original.othersMemoryBytes(node));
        }
        for (Job job : state.jobs()) {
            for (int task = 0; task < job.spec().tasks() && !job.waiting(); task++) {
                if (job.taskState(task) != JobState.ENDED) {
                    copy.take(job.shape(), job.node(task), job.gpuMask(task));
                }
            }
        }
        return copy;
    }
}
