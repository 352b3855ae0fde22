package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.workload.PeerRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which domain of each level nodes are in. A domain is the nodes that have one value of the label, inside one domain of the level above: racks of
 * two blocks are two though both are called r1. A node without the label is in none.
 */
final class LevelTree {
    private static final int NONE = -1;

    private final NodeTable nodes;
    private final List<String> keys;
    private final int[] all;
    /** By level and node; null where nobody asked. */
    private final int[] @Nullable [] ids;

    private final int[] counts;

    /**
     * @param keys the labels, that of the widest level first
     * @param counts true for nodes that are looked at
     */
    LevelTree(NodeTable nodes, List<String> keys, IntPredicate counts) {
        this.nodes = nodes;
        this.keys = keys;
        this.all = IntStream.range(0, nodes.count()).filter(counts).toArray();
        this.ids = new int[keys.size()] @Nullable [];
        this.counts = new int[keys.size()];
    }

    /** All nodes that are looked at. */
    int[] all() {
        return all;
    }

    /** The value of {@code node} at {@code level}; null for none. */
    @Nullable
    String value(int level, int node) {
        String key = keys.get(level);
        return key.equals(PeerRule.NODE)
                ? Integer.toString(node)
                : nodes.nodeClass(node).label(key);
    }

    /** {@code some} nodes by their domains of {@code level}; the domain of the lowest node first. */
    List<int[]> domains(int level, int[] some) {
        int[] id = ids(level);
        int[] sizes = new int[counts[level]];
        int[] order = new int[counts[level]];
        int found = 0;
        for (int node : some) {
            if (id[node] != NONE && sizes[id[node]]++ == 0) {
                order[found++] = id[node];
            }
        }
        int[][] members = new int[counts[level]][];
        for (int i = 0; i < found; i++) {
            members[order[i]] = new int[sizes[order[i]]];
        }
        Arrays.fill(sizes, 0);
        for (int node : some) {
            if (id[node] != NONE) {
                members[id[node]][sizes[id[node]]++] = node;
            }
        }
        List<int[]> domains = new ArrayList<>(found);
        for (int i = 0; i < found; i++) {
            domains.add(members[order[i]]);
        }
        return domains;
    }

    /** True where {@code node} is in a domain of {@code level}. */
    boolean in(int level, int node) {
        return ids(level)[node] != NONE;
    }

    private int[] ids(int level) {
        int[] known = ids[level];
        if (known == null) {
            int @Nullable [] above = level == 0 ? null : ids(level - 1);
            known = new int[nodes.count()];
            Arrays.fill(known, NONE);
            LinkedHashMap<String, Integer> byPath = new LinkedHashMap<>();
            for (int node : all) {
                String value = value(level, node);
                if (value != null) {
                    String path = above == null ? value : above[node] + " " + value;
                    known[node] = byPath.computeIfAbsent(path, _ -> byPath.size());
                }
            }
            ids[level] = known;
            counts[level] = byPath.size();
        }
        return known;
    }
}
