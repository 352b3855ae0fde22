package io.berth.testkit.safety;

import io.berth.core.cluster.NodeTable;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Preference.Even;
import io.berth.core.workload.Preference.Near;
import io.berth.core.workload.Preference.OfData;
import io.berth.core.workload.Preference.OfImages;
import io.berth.core.workload.Preference.OfNodes;
import io.berth.core.workload.Taint;
import io.berth.sim.safety.NaivePeers;
import io.berth.sim.safety.NaivePeers.Placed;
import java.util.TreeMap;

/**
 * What nodes are worth for tasks that prefer some, found the plain way: in sixteenths of a weight.
 *
 * @param nodes as they are now
 * @param peers what is placed there
 */
public record NaiveWorth(NodeTable nodes, NaivePeers peers) {
    private static final int UNIT = 16;

    /** What its node is worth for {@code task}. */
    public int of(Placed task) {
        int worth = 0;
        for (Preference preference : task.group().demand().preferences()) {
            worth += of(preference, task);
        }
        for (Taint taint : nodes.spec(task.node()).taints()) {
            boolean tolerated = task.group().demand().where().tolerations().stream()
                    .anyMatch(toleration -> toleration.covers(taint));
            worth -= taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE && !tolerated ? 100 * UNIT : 0;
        }
        return worth;
    }

    private int of(Preference preference, Placed task) {
        int whole = UNIT * preference.weight();
        return switch (preference) {
            case OfNodes of -> of.term().holds(nodes.spec(task.node()).labels()) ? whole : 0;
            case OfImages _, OfData _ -> 0;
            case Near near ->
                peers.domain(near.key(), task.node()) == null
                        ? 0
                        : level(near.selector(), near.key(), task.node(), whole);
            case Even even ->
                peers.domain(even.key(), task.node()) == null
                        ? Math.min(0, -whole)
                        : level(even.selector(), even.key(), task.node(), -whole);
        };
    }

    private int level(PeerSelector selector, String key, int node, int whole) {
        TreeMap<String, Integer> counts = peers.counts(selector, key);
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int fewest = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        int here = counts.getOrDefault(String.valueOf(peers.domain(key, node)), 0);
        return most == fewest ? 0 : whole * (here - fewest) / (most - fewest);
    }
}
