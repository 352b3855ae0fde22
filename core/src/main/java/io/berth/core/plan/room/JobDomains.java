package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;
import io.berth.core.workload.PeerRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The domains of a label: the nodes, ascending, that have one value of it. */
final class JobDomains {
    /** Tasks that a node counts for at most: some ask for next to nothing. */
    private static final int MOST = 1_000;

    private JobDomains() {}

    /** A domain, and how many tasks fit there. */
    private record Room(int[] nodes, long slots) {}

    /** All of them, of lost nodes too, the one with the lowest node first. */
    static List<int[]> declared(NodeTable nodes, String key) {
        return of(nodes, key, _ -> true);
    }

    /** The most tasks of {@code shape} that one domain holds, as its nodes are declared and empty. */
    static long most(NodeTable nodes, Shape shape, String key) {
        return declared(nodes, key).stream()
                .mapToLong(domain -> Arrays.stream(domain)
                        .mapToLong(node -> nodes.emptySlots(shape, node))
                        .sum())
                .max()
                .orElse(0);
    }

    /**
     * Those in which {@code job} may find room now: where the tasks of the group whose turn is first would fit, if they were alone. The one in
     * which fewest of them would comes first, so that the large ones stay whole for those that need them, as Kueue's BestFit and KAI do.
     *
     * @param takes true for nodes that may take a task of that group
     */
    static List<int[]> tightestFirst(NodeTable nodes, Job job, String key, IntPredicate takes) {
        int group = job.gang().inTurn(0);
        Shape shape = job.gang().shape(group);
        int least = job.spec().groups().get(group).min();
        return of(nodes, key, nodes::present).stream()
                .map(domain -> new Room(
                        domain,
                        Arrays.stream(domain)
                                .filter(takes)
                                .mapToLong(node -> StrictMath.min(MOST, nodes.slots(shape, node)))
                                .sum()))
                .filter(room -> room.slots >= least)
                .sorted(Comparator.comparingLong(Room::slots))
                .map(Room::nodes)
                .toList();
    }

    private static List<int[]> of(NodeTable nodes, String key, IntPredicate counts) {
        LinkedHashMap<String, List<Integer>> domains = new LinkedHashMap<>();
        for (int node = 0; node < nodes.count(); node++) {
            String value = counts.test(node) ? value(nodes, node, key) : null;
            if (value != null) {
                domains.computeIfAbsent(value, _ -> new ArrayList<>()).add(node);
            }
        }
        return domains.values().stream()
                .map(domain -> domain.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    private static @Nullable String value(NodeTable nodes, int node, String key) {
        return key.equals(PeerRule.NODE)
                ? Integer.toString(node)
                : nodes.nodeClass(node).label(key);
    }
}
