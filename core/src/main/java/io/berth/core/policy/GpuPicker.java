package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/** Chooses the device for a share on a node where it fits. */
@FunctionalInterface
public interface GpuPicker {
    /** The fitting device with least left, so that larger shares stay whole; ties go to the lower device. */
    GpuPicker LEAST_LEFT = (nodes, node, shape, turn) -> {
        int best = -1;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            if (nodes.gpuFits(shape, node, gpu)
                    && (best < 0 || nodes.gpuFreeMilli(node, gpu) < nodes.gpuFreeMilli(node, best))) {
                best = gpu;
            }
        }
        return best;
    };

    /** False where a task of several whole devices gets the first idle ones, whatever their links. */
    default boolean byLinks() {
        return true;
    }

    /** The same for shares; a task of several whole devices gets the first idle ones. */
    default GpuPicker inOrder() {
        GpuPicker shares = this;
        return new GpuPicker() {
            @Override
            public int pick(Nodes nodes, int node, Shape shape, Turn turn) {
                return shares.pick(nodes, node, shape, turn);
            }

            @Override
            public boolean byLinks() {
                return false;
            }
        };
    }

    /** The device's number on its node; at least one fits. */
    int pick(Nodes nodes, int node, Shape shape, Turn turn);
}
