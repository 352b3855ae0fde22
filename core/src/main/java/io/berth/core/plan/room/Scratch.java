package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.state.Job;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What-if work on the node table: everything taken or given back since a checkpoint can be undone, last first. */
public final class Scratch {
    private final NodeTable nodes;
    private @Nullable Shape[] shapes = new @Nullable Shape[16];
    private int[] ofNodes = new int[16];
    private Grant[] grants = new Grant[16];
    /** False where the step gave room back. */
    private boolean[] taken = new boolean[16];

    private int size;

    public Scratch(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** Where {@link #rollback} goes back to. */
    public int checkpoint() {
        return size;
    }

    public void take(Shape shape, int node, Grant grant) {
        nodes.take(shape, node, grant);
        step(shape, node, grant, true);
    }

    /** As if the task that holds it had ended: what did not fit before may fit now. */
    public void release(Shape shape, int node, Grant grant) {
        nodes.release(shape, node, grant);
        step(shape, node, grant, false);
    }

    /** Releases every task of {@code job} that still holds its room. */
    public void release(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                release(job.shape(), job.node(task), job.grant(task));
            }
        }
    }

    public void rollback(int checkpoint) {
        while (size > checkpoint) {
            size--;
            Shape shape = shapes[size];
            if (shape != null && taken[size]) {
                nodes.undo(shape, ofNodes[size], grants[size]);
            } else if (shape != null) {
                nodes.take(shape, ofNodes[size], grants[size]);
            }
            shapes[size] = null;
        }
    }

    public int node(int index) {
        return ofNodes[index];
    }

    public Grant grant(int index) {
        return grants[index];
    }

    private void step(Shape shape, int node, Grant grant, boolean take) {
        if (size == shapes.length) {
            shapes = Arrays.copyOf(shapes, size * 2);
            ofNodes = Arrays.copyOf(ofNodes, size * 2);
            grants = Arrays.copyOf(grants, size * 2);
            taken = Arrays.copyOf(taken, size * 2);
        }
        shapes[size] = shape;
        ofNodes[size] = node;
        grants[size] = grant;
        taken[size] = take;
        size++;
    }
}
