package io.berth.core.plan.backfill;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.index.WinnerTree;
import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * The node on which one task of a shape is expected to fit first, kept rather than searched: only nodes are looked at
 * again where something changed.
 */
final class EarliestRoom implements ChangeReader.Rows {
    private final RunningTasks running;
    private final Shape shape;
    private final ChangeReader reader;
    private long[] times = new long[1];
    private final WinnerTree tree = new WinnerTree((one, other) -> Long.compare(times[one], times[other]));

    EarliestRoom(NodeTable nodes, RunningTasks running, Shape shape) {
        this.running = running;
        this.shape = shape;
        this.reader = new ChangeReader(nodes);
    }

    /** Looks at what changed since the last call. */
    void catchUp() {
        reader.catchUp(this);
    }

    /** The node, the lower one of equals; -1 where it will fit nowhere. */
    int node() {
        int node = tree.winner();
        return node < 0 || times[node] == Nanos.NEVER ? -1 : node;
    }

    /** When that is expected, which may be past. */
    long atNanos() {
        return times[tree.winner()];
    }

    @Override
    public void grow(int count) {
        tree.reach(count);
        times = Arrays.copyOf(times, tree.capacity());
    }

    @Override
    public void updateAll(int count) {
        for (int node = 0; node < count; node++) {
            times[node] = running.earliest(shape, node);
            tree.enter(node);
        }
        tree.play();
    }

    @Override
    public void update(int node) {
        times[node] = running.earliest(shape, node);
        tree.update(node);
    }
}
