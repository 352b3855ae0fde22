package io.berth.core.cluster.peer;

import java.util.SortedMap;
import java.util.TreeMap;

/** How many tasks of some kind are placed where: by node, and by domain of one topology. What holds none takes no room. */
final class PlacedTasks {
    private final Topology topology;
    private final TreeMap<Integer, Integer> byNode = new TreeMap<>();
    private final TreeMap<Integer, Integer> byDomain = new TreeMap<>();
    /** Counts up with every change. */
    private long changes;
    /** Counts up where a domain of several nodes, or the cluster, came to hold some or none. */
    private long turns;

    private long rangeAt = -1;
    private long domainsAt = -1;
    private int fewest;
    private int most;

    PlacedTasks(Topology topology) {
        this.topology = topology;
    }

    /** The same counts over {@code copied}, which is a copy of its topology. */
    PlacedTasks copy(Topology copied) {
        PlacedTasks copy = new PlacedTasks(copied);
        copy.byNode.putAll(byNode);
        copy.byDomain.putAll(byDomain);
        copy.changes = changes;
        copy.turns = turns;
        return copy;
    }

    Topology topology() {
        return topology;
    }

    void add(int node, int change) {
        byNode.merge(node, change, PlacedTasks::sum);
        addToDomain(topology.of(node), change);
        changes++;
    }

    /** The node went from domain {@code from} to the one that it is in now, with what it holds. */
    void moved(int node, int from) {
        int held = byNode.getOrDefault(node, 0);
        if (held > 0) {
            addToDomain(from, -held);
            addToDomain(topology.of(node), held);
            changes++;
            turns++;
        }
    }

    /** Nothing is held of {@code node} any more. */
    void clear(int node) {
        int held = byNode.getOrDefault(node, 0);
        if (held > 0) {
            add(node, -held);
        }
    }

    /** True where the domain of {@code node} holds some. */
    boolean beside(int node) {
        int domain = topology.of(node);
        return domain != Topology.NONE && byDomain.containsKey(domain);
    }

    /** True where no domain holds any. */
    boolean nowhere() {
        return byDomain.isEmpty();
    }

    /** How far the domain of {@code node}, which has one, is from the one that holds fewest to the one that holds most, of {@code whole}. */
    int level(int node, int whole) {
        if (rangeAt != changes || domainsAt != topology.changes()) {
            rangeAt = changes;
            domainsAt = topology.changes();
            range();
        }
        int held = byDomain.getOrDefault(topology.of(node), 0);
        return most == fewest ? 0 : (int) ((long) whole * (held - fewest) / (most - fewest));
    }

    private void range() {
        fewest = byDomain.size() < topology.domains() ? 0 : Integer.MAX_VALUE;
        most = 0;
        for (int held : byDomain.values()) {
            fewest = StrictMath.min(fewest, held);
            most = StrictMath.max(most, held);
        }
    }

    /** By node, where there are any. */
    SortedMap<Integer, Integer> byNode() {
        return byNode;
    }

    long changes() {
        return changes;
    }

    /** What {@link #beside} and {@link #nowhere} say of other nodes than those that changed is what it was where this stands still. */
    long turns() {
        return turns;
    }

    private void addToDomain(int domain, int change) {
        if (domain == Topology.NONE) {
            return;
        }
        boolean held = byDomain.containsKey(domain);
        boolean somewhere = !byDomain.isEmpty();
        byDomain.merge(domain, change, PlacedTasks::sum);
        boolean turned = held != byDomain.containsKey(domain) && topology.size(domain) > 1;
        if (turned || somewhere == byDomain.isEmpty()) {
            turns++;
        }
    }

    /** Null, which takes an entry out, for 0. */
    @SuppressWarnings("NullAway") // A map's merge takes null for "no entry".
    private static Integer sum(int one, int other) {
        return one + other == 0 ? null : Integer.valueOf(one + other);
    }
}
