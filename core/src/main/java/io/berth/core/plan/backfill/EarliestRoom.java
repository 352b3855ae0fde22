package io.berth.core.plan.backfill;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * The node on which one task of a shape is expected to fit first, kept rather than searched: a winner tree over the times of
 * the nodes, in which only nodes are looked at again where something changed.
 */
final class EarliestRoom implements ChangeReader.Rows {
    private final RunningTasks running;
    private final Shape shape;
    private final ChangeReader reader;
    private long[] times = new long[0];
    /** The winners: leaf {@code leaves + node}, the better child in each parent. */
    private int[] winners = {-1, -1};

    private int leaves = 1;

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
        int node = winners[1];
        return node < 0 || times[node] == Nanos.NEVER ? -1 : node;
    }

    /** When that is expected, which may be past. */
    long atNanos() {
        return times[winners[1]];
    }

    @Override
    public void grow(int count) {
        int[] known = winners;
        int had = leaves;
        leaves = count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
        if (leaves > had || times.length == 0) {
            times = Arrays.copyOf(times, leaves);
            winners = new int[2 * leaves];
            Arrays.fill(winners, -1);
            System.arraycopy(known, had, winners, leaves, had);
            play();
        }
    }

    @Override
    public void updateAll(int count) {
        for (int node = 0; node < count; node++) {
            times[node] = running.earliest(shape, node);
            winners[leaves + node] = node;
        }
        play();
    }

    @Override
    public void update(int node) {
        times[node] = running.earliest(shape, node);
        winners[leaves + node] = node;
        for (int at = leaves + node; at > 1; at >>= 1) {
            winners[at >> 1] = better(winners[at], winners[at ^ 1]);
        }
    }

    private void play() {
        for (int parent = leaves - 1; parent > 0; parent--) {
            winners[parent] = better(winners[2 * parent], winners[2 * parent + 1]);
        }
    }

    private int better(int one, int other) {
        if (one < 0 || other < 0) {
            return StrictMath.max(one, other);
        }
        if (times[one] != times[other]) {
            return times[one] < times[other] ? one : other;
        }
        return StrictMath.min(one, other);
    }
}
