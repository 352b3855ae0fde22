package io.berth.sim.world.data;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The links of a cluster as a tree: each node has one into its domain and one out of it, each domain one to all others and one from them,
 * the store one out. By number.
 */
final class Links {
    /** Where no link of a node is declared: 10 Gbit/s. */
    private static final double USUAL_BYTES_PER_SECOND = 1.25e9;

    private static final int STORE = 0;

    private final List<Double> capacities = new ArrayList<>();
    private final int[] in;
    private final int[] out;
    /** By node: the domain's links; -1 for a node without. */
    private final int[] up;

    private final int[] down;

    Links(List<NodeSpec> nodes, DataPlan.Capacities shared) {
        in = new int[nodes.size()];
        out = new int[nodes.size()];
        up = new int[nodes.size()];
        down = new int[nodes.size()];
        add((double) shared.store());
        TreeMap<String, Integer> domains = new TreeMap<>();
        for (int node = 0; node < nodes.size(); node++) {
            long declared = nodes.get(node).networkBytesPerSecond();
            double network = declared > 0 ? declared : USUAL_BYTES_PER_SECOND;
            in[node] = add(network);
            out[node] = add(network);
            String domain = shared.domain().isEmpty()
                    ? null
                    : Label.value(nodes.get(node).labels(), shared.domain());
            up[node] = -1;
            down[node] = -1;
            if (domain != null) {
                int first = domains.computeIfAbsent(domain, _ -> {
                    int added = add((double) shared.uplink());
                    add((double) shared.uplink());
                    return added;
                });
                up[node] = first;
                down[node] = first + 1;
            }
        }
    }

    private int add(double bytesPerSecond) {
        capacities.add(bytesPerSecond);
        return capacities.size() - 1;
    }

    /** How many there are. */
    int count() {
        return capacities.size();
    }

    /** Bytes a second. */
    double capacity(int link) {
        return capacities.get(link);
    }

    /** The links from {@code source} to {@code node}, the only way there is; from the store where it is negative. */
    int[] path(int source, int node) {
        if (source < 0) {
            return down[node] < 0 ? new int[] {STORE, in[node]} : new int[] {STORE, down[node], in[node]};
        }
        boolean apart = up[source] != up[node] && up[source] >= 0 && up[node] >= 0;
        return apart ? new int[] {out[source], up[source], down[node], in[node]} : new int[] {out[source], in[node]};
    }
}
