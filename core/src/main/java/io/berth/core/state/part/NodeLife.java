package io.berth.core.state.part;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.spare.Measured;
import io.berth.core.event.Event;
import io.berth.core.spare.SpareRoom;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What events do to nodes, and what people call them. */
public final class NodeLife {
    private final NodeTable nodes;
    private final TreeMap<String, Integer> byName = new TreeMap<>();
    private final TreeMap<String, Integer> byKey = new TreeMap<>();
    private final TreeSet<Integer> forgotten = new TreeSet<>();
    /** Why nodes take no new tasks, where somebody said so. */
    private final TreeMap<Integer, String> drainReasons = new TreeMap<>();

    public NodeLife(NodeTable nodes) {
        this.nodes = nodes;
    }

    /**
     * A node is there. One that holds tasks already is otherwise from now on; one whose name or key another has is not taken up, and
     * numbers that were left out stand for nothing.
     *
     * @return true where nothing is held any more of what its tasks hold
     */
    public boolean join(Event.NodeJoined joined) {
        int node = joined.node();
        if (joined.spec().isForgotten()) {
            nodes.join(node, joined.spec());
            stand(node);
            return false;
        }
        while (nodes.count() < node) {
            nodes.join(nodes.count(), NodeSpec.forgotten(nodes.count()));
            stand(nodes.count() - 1);
        }
        boolean known = node < nodes.count();
        if (isOthers(node, joined.spec())) {
            if (!known) {
                nodes.join(node, NodeSpec.forgotten(node));
                stand(node);
            }
            return false;
        }
        forgotten.remove(node);
        if (known) {
            unname(node);
        }
        name(node, joined.spec());
        if (known && nodes.tasks(node) > 0) {
            nodes.find(node);
            return nodes.change(node, joined.spec());
        }
        nodes.join(node, joined.spec());
        return false;
    }

    /** A node is otherwise; one that is not known stays so. True as for {@link #join}. */
    public boolean change(Event.NodeChanged changed) {
        int node = changed.node();
        if (!known(node) || isOthers(node, changed.spec())) {
            return false;
        }
        unname(node);
        name(node, changed.spec());
        return nodes.change(node, changed.spec());
    }

    /** A node is gone, for the time being. */
    public void lose(int node) {
        nodes.lose(node);
    }

    /** A node is gone for good; nothing is held of it. */
    public void forget(int node) {
        unname(node);
        drainReasons.remove(node);
        stand(node);
    }

    /** Lets {@code node} stand for nothing. */
    private void stand(int node) {
        nodes.forget(node);
        forgotten.add(node);
    }

    /** The lowest number that stands for no node. */
    public int freeNumber() {
        return forgotten.isEmpty() ? nodes.count() : forgotten.first();
    }

    /** True where something is declared of {@code node}. */
    public boolean known(int node) {
        return node >= 0 && node < nodes.count() && nodes.known(node);
    }

    private boolean isOthers(int node, NodeSpec spec) {
        int named = number(spec.name());
        int keyed = keyed(spec.key());
        return named >= 0 && named != node || keyed >= 0 && keyed != node;
    }

    private void name(int node, NodeSpec spec) {
        byName.put(spec.name(), node);
        if (!spec.key().isEmpty()) {
            byKey.put(spec.key(), node);
        }
    }

    private void unname(int node) {
        byName.remove(nodes.spec(node).name(), node);
        byKey.remove(nodes.spec(node).key(), node);
    }

    public void drain(Event.NodeDrained drained) {
        if (!known(drained.node())) {
            return;
        }
        nodes.drain(drained.node(), drained.draining());
        drainReasons.remove(drained.node());
        if (drained.draining() && !drained.why().isEmpty()) {
            drainReasons.put(drained.node(), drained.why());
        }
    }

    public void observe(Event.UsageObserved usage) {
        if (!known(usage.node())) {
            return;
        }
        nodes.observeOthers(usage.node(), usage.cpuMilli(), usage.memoryBytes());
    }

    /** What a node does was measured; of one that is not known nothing is. */
    public void observe(long now, Event.LoadObserved observed) {
        if (known(observed.node())) {
            nodes.loads().observe(observed.node(), observed.load(), observed.ageNanos(), now);
        }
    }

    /** What all but best-effort tasks use of a node was measured; what is older than what is known, or is of other devices, counts for nothing. */
    public void observe(long now, Event.GuaranteedObserved observed) {
        int node = observed.node();
        if (!known(node)
                || observed.ageNanos() < 0
                || observed.used().devices() != nodes.gpus(node)
                || Freshness.of(observed.ageNanos()) == Freshness.BLIND) {
            return;
        }
        long measured = now - observed.ageNanos();
        Measured before = nodes.spare().known(node);
        if (before == null || before.measuredNanos() <= measured) {
            nodes.spare().observe(node, SpareRoom.measured(nodes, node, observed.used(), measured));
        }
    }

    /** The number of a node, -1 where the name is unknown. */
    public int number(String name) {
        return byName.getOrDefault(name, -1);
    }

    /** The number of the node that the world knows by {@code key}, -1 where it is unknown. */
    public int keyed(String key) {
        return byKey.getOrDefault(key, -1);
    }

    public Collection<String> names() {
        return byName.keySet();
    }

    /** Why nodes take no new tasks, as it is now, by node. */
    public SortedMap<Integer, String> drainReasons() {
        return new TreeMap<>(drainReasons);
    }

    /** Why a node takes no new tasks; empty where nobody said, and where it takes them. */
    public String drainReason(int node) {
        return drainReasons.getOrDefault(node, "");
    }
}
