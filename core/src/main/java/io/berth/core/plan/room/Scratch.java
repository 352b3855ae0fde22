package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.state.Job;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What-if work on the node table: everything taken or given back since a checkpoint can be undone, last first. */
public final class Scratch {
    private final NodeTable nodes;
    private @Nullable Shape[] shapes = new @Nullable Shape[16];
    private int[] ofTasks = new int[16];
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

    /** Takes room for a task of {@code shape}, which has the number {@code task} in its job. */
    public void take(Shape shape, int task, int node, Grant grant) {
        nodes.take(shape, node, grant);
        int step = step(shape, node, grant, true);
        ofTasks[step] = task;
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
                release(job.shape(task), job.node(task), job.grant(task));
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

    /** True where step {@code index} took room; false where it gave some back. */
    public boolean took(int index) {
        return taken[index];
    }

    /** The shape that step {@code index} is about. */
    public Shape shape(int index) {
        return Objects.requireNonNull(shapes[index]);
    }

    /** The number of the task in its job that step {@code index} took room for. */
    public int task(int index) {
        return ofTasks[index];
    }

    public int node(int index) {
        return ofNodes[index];
    }

    public Grant grant(int index) {
        return grants[index];
    }

    private int step(Shape shape, int node, Grant grant, boolean take) {
        if (size == shapes.length) {
            shapes = Arrays.copyOf(shapes, size * 2);
            ofTasks = Arrays.copyOf(ofTasks, size * 2);
            ofNodes = Arrays.copyOf(ofNodes, size * 2);
            grants = Arrays.copyOf(grants, size * 2);
            taken = Arrays.copyOf(taken, size * 2);
        }
        shapes[size] = shape;
        ofNodes[size] = node;
        grants[size] = grant;
        taken[size] = take;
        return size++;
    }
}
