package io.berth.sim.safety;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.pool.NodePool;
import io.berth.core.queue.QueueTree;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether a task may start on a node, and a node be granted, for all that pools say; kept by itself, from what frames say. */
final class PoolRules {
    private List<NodePool> pools = List.of();
    /** By node: the name of its pool. */
    private final TreeMap<Integer, String> granted = new TreeMap<>();

    /** As {@code state} has it. */
    void follow(State state) {
        pools = state.pools().pools();
        state.pools().grants().forEach((node, grant) -> granted.put(node, grant.pool()));
    }

    void happened(Event event) {
        switch (event) {
            case Event.PoolsDeclared declared -> {
                pools = declared.pools();
                granted.values().removeIf(name -> pool(name) == null);
            }
            case Event.NodeForgotten gone -> granted.remove(gone.node());
            default -> {}
        }
    }

    private @Nullable NodePool pool(String name) {
        return pools.stream()
                .filter(pool -> pool.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    void granted(Decision.GrantNode grant, Frame frame, State state) {
        NodePool pool = pool(grant.pool());
        NodeSpec node = state.nodeTable().spec(grant.node());
        if (grant.pool().isEmpty()) {
            granted.remove(grant.node());
        } else if (pool == null || !pool.mayHave(node)) {
            throw new BrokenRule(Rule.GRANTED_NODES_ARE_KEPT, frame.atNanos(), grant + ", which may not have it");
        } else {
            granted.put(grant.node(), grant.pool());
        }
    }

    void starts(Decision.Effect effect, Placement placement, Frame frame, State state) {
        Job job = state.job(effect.job());
        NodeSpec node = state.nodeTable().spec(placement.node());
        boolean pooled = pools.stream().anyMatch(pool -> pool.mayHave(node));
        NodePool holder = pool(granted.getOrDefault(placement.node(), ""));
        boolean open = !pooled
                || holder != null
                        && (job == null
                                || its(holder, job.queue(), state.queues().tree()));
        if (!open) {
            String whose = holder == null ? "nobody" : holder.name();
            throw new BrokenRule(
                    Rule.GRANTED_NODES_ARE_KEPT,
                    frame.atNanos(),
                    effect + " starts on node " + placement.node() + ", which is granted to " + whose);
        }
    }

    private static boolean its(NodePool pool, String queue, QueueTree tree) {
        String name = queue;
        while (!pool.queues().contains(name)) {
            int parent = tree.number(name) < 0 ? -1 : tree.parent(tree.number(name));
            if (parent < 0 || parent == tree.root()) {
                return false;
            }
            name = tree.queues().get(parent).name();
        }
        return true;
    }
}
