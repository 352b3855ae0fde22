package io.berth.core.engine;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What-if work on the node table: everything taken since a checkpoint can be undone, last first. */
final class Scratch {
    private final NodeTable nodes;
    private @Nullable Shape[] shapes = new @Nullable Shape[16];
    private int[] takenNodes = new int[16];
    private long[] takenMasks = new long[16];
    private int size;

    Scratch(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** Where {@link #rollback} goes back to. */
    int checkpoint() {
        return size;
    }

    void take(Shape shape, int node, long gpuMask) {
        if (size == shapes.length) {
            shapes = Arrays.copyOf(shapes, size * 2);
            takenNodes = Arrays.copyOf(takenNodes, size * 2);
            takenMasks = Arrays.copyOf(takenMasks, size * 2);
        }
        nodes.take(shape, node, gpuMask);
        shapes[size] = shape;
        takenNodes[size] = node;
        takenMasks[size] = gpuMask;
        size++;
    }

    void rollback(int checkpoint) {
        while (size > checkpoint) {
            size--;
            Shape shape = shapes[size];
            if (shape != null) {
                nodes.undo(shape, takenNodes[size], takenMasks[size]);
            }
            shapes[size] = null;
        }
    }

    int node(int index) {
        return takenNodes[index];
    }

    long gpuMask(int index) {
        return takenMasks[index];
    }
}
