package io.berth.sim.world.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which data sets nodes keep: those that are read there, and of the others the ones read last, as far as there is room. */
final class Caches {
    private final long bytes;
    /** By node: its sets by name, the one read longest ago first. */
    private final List<Map<String, Kept>> nodes = new ArrayList<>();

    private static final class Kept {
        final long bytes;
        int readers;

        Kept(long bytes) {
            this.bytes = bytes;
        }
    }

    /** Nodes without any set, each of which keeps {@code bytes} of what nobody reads. */
    Caches(int nodes, long bytes) {
        this.bytes = bytes;
        for (int node = 0; node < nodes; node++) {
            this.nodes.add(new LinkedHashMap<>());
        }
    }

    boolean has(int node, String name) {
        return nodes.get(node).containsKey(name);
    }

    /** {@code node} has set {@code name} from now on. */
    void put(int node, String name, long size) {
        nodes.get(node).putIfAbsent(name, new Kept(size));
    }

    /** Somebody on {@code node} reads set {@code name}, which it has. */
    void reads(int node, String name) {
        Map<String, Kept> sets = nodes.get(node);
        Kept kept = sets.remove(name);
        if (kept != null) {
            kept.readers++;
            sets.put(name, kept);
        }
    }

    /** One who read set {@code name} on {@code node} does so no more. */
    void readNoMore(int node, String name) {
        Kept kept = nodes.get(node).get(name);
        if (kept != null && kept.readers > 0) {
            kept.readers--;
        }
    }

    /** Drops what {@code node} has no room for any more; its names, the one read longest ago first. */
    List<String> trim(int node) {
        Map<String, Kept> sets = nodes.get(node);
        long held = sets.values().stream().mapToLong(kept -> kept.bytes).sum();
        List<String> dropped = new ArrayList<>();
        for (var set : sets.entrySet()) {
            if (held <= bytes) {
                break;
            }
            if (set.getValue().readers == 0) {
                dropped.add(set.getKey());
                held -= set.getValue().bytes;
            }
        }
        dropped.forEach(sets::remove);
        return dropped;
    }

    /** {@code node} is lost, and all that it had. */
    void clear(int node) {
        nodes.get(node).clear();
    }
}
