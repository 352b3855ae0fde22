package io.berth.core.policy.guard;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Turn;

/** Instead of a device that failed: the fitting one with least left. */
record GuardedGpuPicker(GpuPicker picker, Guard guard) implements GpuPicker {
    @Override
    public int pick(Nodes nodes, int node, Shape shape, Turn turn) {
        if (!guard.broken()) {
            try {
                int gpu = picker.pick(nodes, node, shape, turn);
                if (gpu >= 0 && gpu < nodes.gpus(node) && nodes.gpuFits(shape, node, gpu)) {
                    return gpu;
                }
                guard.failed(
                        "picked device " + gpu + " of node " + nodes.name(node) + ", where the share does not fit");
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                guard.threw(e);
            }
        }
        return LEAST_LEFT.pick(nodes, node, shape, turn);
    }
}
