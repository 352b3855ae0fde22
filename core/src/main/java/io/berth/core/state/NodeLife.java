package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.event.Event;
import java.util.Collection;
import java.util.TreeMap;

/** What events do to nodes, and what people call them. */
final class NodeLife {
    private final NodeTable nodes;
    private final TreeMap<String, Integer> byName = new TreeMap<>();
    /** Why nodes take no new tasks, where somebody said so. */
    private final TreeMap<Integer, String> drainReasons = new TreeMap<>();

    NodeLife(NodeTable nodes) {
        this.nodes = nodes;
    }

    void join(Event.NodeJoined joined) {
        nodes.join(joined.node(), joined.spec());
        byName.put(joined.spec().name(), joined.node());
    }

    void drain(Event.NodeDrained drained) {
        nodes.drain(drained.node(), drained.draining());
        drainReasons.remove(drained.node());
        if (drained.draining() && !drained.why().isEmpty()) {
            drainReasons.put(drained.node(), drained.why());
        }
    }

    void observe(Event.UsageObserved usage) {
        nodes.observeOthers(usage.node(), usage.cpuMilli(), usage.memoryBytes());
    }

    /** The number of a node, -1 where the name is unknown. */
    int number(String name) {
        return byName.getOrDefault(name, -1);
    }

    Collection<String> names() {
        return byName.keySet();
    }

    /** Why a node takes no new tasks; empty where nobody said, and where it takes them. */
    String drainReason(int node) {
        return drainReasons.getOrDefault(node, "");
    }
}
