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

    /** The device's number on its node; at least one fits. */
    int pick(Nodes nodes, int node, Shape shape, Turn turn);
}
