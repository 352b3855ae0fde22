package io.berth.core.cluster.peer;

import io.berth.core.workload.PeerRule;
import java.util.Arrays;
import java.util.TreeMap;

/** Which domain of one label key each node is in, by numbers; the key {@link PeerRule#NODE} makes a domain of each node. */
final class Topology {
    /** Of a node that has no such label, or is not there. */
    static final int NONE = -1;

    final String key;
    private final TreeMap<String, Integer> domains = new TreeMap<>();
    private int[] ofNodes = {};
    /** By domain: how many nodes it has. */
    private int[] sizes = {};
    /** How many have nodes. */
    private int inhabited;
    /** Counts up where there is a domain more or less. */
    private long changes;

    Topology(String key) {
        this.key = key;
    }

    Topology copy() {
        Topology copy = new Topology(key);
        copy.domains.putAll(domains);
        copy.ofNodes = ofNodes.clone();
        copy.sizes = sizes.clone();
        copy.inhabited = inhabited;
        copy.changes = changes;
        return copy;
    }

    /** The domain of {@code node}; {@link #NONE} for none. */
    int of(int node) {
        return node < ofNodes.length ? ofNodes[node] : NONE;
    }

    /** How many domains have nodes. */
    int domains() {
        return inhabited;
    }

    /** Where it stands still, so does {@link #domains}. */
    long changes() {
        return changes;
    }

    /** How many nodes {@code domain} has. */
    int size(int domain) {
        return sizes[domain];
    }

    /** Looks at {@code node} again. */
    void update(int node, Peers.Traits nodes) {
        int old = of(node);
        int now = domain(node, nodes);
        if (node >= ofNodes.length) {
            int known = ofNodes.length;
            ofNodes = Arrays.copyOf(ofNodes, StrictMath.max(node + 1, known + (known >> 1)));
            Arrays.fill(ofNodes, known, ofNodes.length, NONE);
        }
        ofNodes[node] = now;
        count(old, -1);
        count(now, 1);
    }

    private void count(int domain, int change) {
        if (domain >= sizes.length) {
            sizes = Arrays.copyOf(sizes, StrictMath.max(domain + 1, sizes.length + (sizes.length >> 1)));
        }
        if (domain == NONE) {
            return;
        }
        boolean empty = sizes[domain] == 0;
        sizes[domain] += change;
        if (empty != (sizes[domain] == 0)) {
            inhabited += change;
            changes++;
        }
    }

    private int domain(int node, Peers.Traits nodes) {
        if (!nodes.present(node)) {
            return NONE;
        }
        if (key.equals(PeerRule.NODE)) {
            return node;
        }
        String value = nodes.label(node, key);
        if (value == null) {
            return NONE;
        }
        Integer known = domains.putIfAbsent(value, domains.size());
        return known == null ? domains.size() - 1 : known;
    }
}
