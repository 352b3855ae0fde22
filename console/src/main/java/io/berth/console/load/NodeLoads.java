package io.berth.console.load;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The last load of each node that is measured, by the node's number. */
public final class NodeLoads {
    private final Map<Integer, NodeLoad> loads = new ConcurrentSkipListMap<>();

    /** Node {@code node} did {@code load} last. */
    public void put(int node, NodeLoad load) {
        loads.put(node, load);
    }

    /** What node {@code node} did last; null where it is not measured. */
    public @Nullable NodeLoad of(int node) {
        return loads.get(node);
    }

    /** All that are measured. */
    public Map<Integer, NodeLoad> all() {
        return Map.copyOf(loads);
    }
}
