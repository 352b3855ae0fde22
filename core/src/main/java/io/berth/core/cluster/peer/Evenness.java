package io.berth.core.cluster.peer;

import io.berth.core.workload.PeerRule.Spread;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** How evenly a spread of one shape's tasks is now: made again when somebody asks after something changed. */
final class Evenness {
    private final PeerProfile profile;
    private final Spread rule;
    private final PlacedTasks placed;
    /** The nodes that count. */
    private final BitSet counting = new BitSet();

    /** Of the domains that they are in. */
    private final TreeMap<Integer, Integer> held = new TreeMap<>();

    private long nodesAt = -1;
    private long placedAt = -1;
    private int fewest;

    Evenness(PeerProfile profile, Spread rule, PlacedTasks placed) {
        this.profile = profile;
        this.rule = rule;
        this.placed = placed;
    }

    /** By how many more tasks the domain of {@code node}, which has one, holds than the one that holds fewest. */
    int skew(int node, Peers peers) {
        if (nodesAt != peers.nodeChanges()) {
            nodesAt = peers.nodeChanges();
            placedAt = -1;
            countNodes(peers);
        }
        if (placedAt != placed.changes()) {
            placedAt = placed.changes();
            countTasks();
        }
        return held.getOrDefault(placed.topology().of(node), 0) - fewest;
    }

    private void countNodes(Peers peers) {
        counting.clear();
        for (int node = 0; node < peers.traits().count(); node++) {
            boolean counts = peers.hasDomains(profile, node)
                    && (!rule.over().matching() || peers.traits().matches(node, profile.where))
                    && (!rule.over().tolerated() || peers.traits().tolerates(node, profile.where));
            counting.set(node, counts);
        }
    }

    private void countTasks() {
        held.clear();
        for (int node = counting.nextSetBit(0); node >= 0; node = counting.nextSetBit(node + 1)) {
            held.put(placed.topology().of(node), 0);
        }
        for (Map.Entry<Integer, Integer> here : placed.byNode().entrySet()) {
            if (counting.get(here.getKey())) {
                held.merge(placed.topology().of(here.getKey()), here.getValue(), Integer::sum);
            }
        }
        fewest = held.size() < rule.minDomains() ? 0 : Integer.MAX_VALUE;
        for (int tasks : held.values()) {
            fewest = StrictMath.min(fewest, tasks);
        }
    }
}
