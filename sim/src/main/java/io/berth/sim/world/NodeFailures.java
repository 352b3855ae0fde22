package io.berth.sim.world;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Nodes that leave and come back. Each node fails on its own, exponentially; its k-th failure is a function of (seed, node,
 * k), so a run that goes on after a restart sees the same failures.
 */
public final class NodeFailures implements Feed {
    private static final String STREAM = "world.node-failure";

    private final List<NodeSpec> nodes;
    private final WorldOptions options;
    private final long seed;
    private final PriorityQueue<Change> changes = new PriorityQueue<>();
    private int lost;

    private record Change(long atNanos, int node, boolean loss, long failure) implements Comparable<Change> {
        @Override
        public int compareTo(Change other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order != 0 ? order : Integer.compare(node, other.node);
        }
    }

    /** Failures from {@code startNanos} on; none where the options name no mean time between them. */
    public NodeFailures(List<NodeSpec> nodes, WorldOptions options, long seed, long startNanos) {
        this.nodes = nodes;
        this.options = options;
        this.seed = seed;
        if (options.nodeMtbfNanos() != Nanos.NEVER) {
            for (int node = 0; node < nodes.size(); node++) {
                fails(node, startNanos, 0);
            }
        }
    }

    /** Brings the feed to the moment of a recovered state, and that state's nodes to where they should be now. */
    public void resume(State state, long nowNanos) {
        while (nextNanos() <= nowNanos) {
            next();
        }
        for (int node = 0; node < nodes.size(); node++) {
            boolean shouldBeLost = false;
            for (Change change : changes) {
                shouldBeLost |= change.node == node && !change.loss;
            }
            if (state.nodes().present(node) == shouldBeLost) {
                changes.add(new Change(nowNanos, node, shouldBeLost, -1));
            }
        }
    }

    /** True while a node is out that will come back. */
    public boolean anyLost() {
        return lost > 0;
    }

    @Override
    public long nextNanos() {
        Change next = changes.peek();
        return next == null ? Nanos.NEVER : next.atNanos;
    }

    @Override
    public Event next() {
        Change change = changes.remove();
        if (change.failure >= 0 && change.loss) {
            lost++;
            long back = Nanos.after(change.atNanos, options.nodeRepairNanos());
            changes.add(new Change(back, change.node, false, change.failure));
        } else if (change.failure >= 0) {
            lost--;
            fails(change.node, change.atNanos, change.failure + 1);
        }
        return change.loss
                ? new Event.NodeLost(change.node)
                : new Event.NodeJoined(change.node, nodes.get(change.node));
    }

    private void fails(int node, long upSince, long failure) {
        double wait =
                new Chance(seed, STREAM, (long) node << 32 | failure).exponential((double) options.nodeMtbfNanos());
        changes.add(new Change(Nanos.after(upSince, StrictMath.max(1, (long) wait)), node, true, failure));
    }
}
