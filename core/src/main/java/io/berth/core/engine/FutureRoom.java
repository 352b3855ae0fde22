package io.berth.core.engine;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a job that does not fit now fits when others have given back their room. It looks only at the nodes that get room
 * back; how many tasks fit elsewhere is counted once, and only for gangs.
 */
final class FutureRoom {
    private final NodeTable nodes;
    private final Shape shape;
    private final int tasks;
    private long slots;
    private int last = -1;

    /** Takes one task of the job where it fits. */
    interface Taker {
        void take(Shape shape, int node);
    }

    FutureRoom(NodeTable nodes, Job job) {
        this.nodes = nodes;
        this.shape = job.shape;
        this.tasks = job.spec.tasks();
        for (int node = 0; tasks > 1 && node < nodes.count(); node++) {
            slots += nodes.slots(shape, node);
        }
    }

    boolean enough() {
        return slots >= tasks;
    }

    /** Something is about to be given back on {@code node}. */
    void before(int node) {
        slots -= tasks > 1 ? nodes.slots(shape, node) : 0;
    }

    /** It was. */
    void after(int node) {
        int here = nodes.slots(shape, node);
        slots += here;
        last = here > 0 ? node : last;
    }

    /** Places all tasks, on the node that got room back last where one will do; the nodes, each once, in order. */
    List<Integer> place(Taker taker) {
        List<Integer> used = new ArrayList<>();
        int left = tasks;
        if (tasks == 1) {
            taker.take(shape, last);
            return List.of(last);
        }
        for (int node = 0; left > 0; node++) {
            int here = StrictMath.min(left, nodes.slots(shape, node));
            for (int task = 0; task < here; task++) {
                taker.take(shape, node);
            }
            if (here > 0) {
                used.add(node);
                left -= here;
            }
        }
        return used;
    }
}
