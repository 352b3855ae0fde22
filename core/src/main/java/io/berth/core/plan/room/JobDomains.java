package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;
import io.berth.core.workload.PeerRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The domains in which a job that must be within one may find room. The one in which fewest of its tasks would fit comes first, so that the
 * large ones stay whole for those that need them, as Kueue's BestFit and KAI do.
 */
final class JobDomains {
    /** Tasks that a node counts for at most: some ask for next to nothing. */
    private static final int MOST = 1_000;

    private JobDomains() {}

    /** What there is of a domain: its nodes, and how many tasks fit there. */
    private static final class Domain {
        final List<Integer> nodes = new ArrayList<>();
        long slots;
    }

    /** The most tasks of {@code shape} that one domain holds, as its nodes are declared and empty. */
    static long most(NodeTable nodes, Shape shape, String key) {
        TreeMap<String, Long> slots = new TreeMap<>();
        for (int node = 0; node < nodes.count(); node++) {
            String value = value(nodes, node, key);
            if (value != null) {
                slots.merge(value, (long) nodes.emptySlots(shape, node), Long::sum);
            }
        }
        return slots.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static @Nullable String value(NodeTable nodes, int node, String key) {
        return key.equals(PeerRule.NODE)
                ? Integer.toString(node)
                : nodes.nodeClass(node).label(key);
    }

    /**
     * Their nodes, ascending; only domains in which the tasks of the group whose turn is first would fit now, if they were alone.
     *
     * @param key the label by which there are domains
     * @param takes true for nodes that may take a task of that group
     */
    static List<int[]> of(NodeTable nodes, Job job, String key, IntPredicate takes) {
        int group = job.gang().inTurn(0);
        Shape shape = job.gang().shape(group);
        int least = job.spec().groups().get(group).min();
        TreeMap<String, Domain> domains = new TreeMap<>();
        List<Domain> inOrder = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            String value = nodes.present(node) ? value(nodes, node, key) : null;
            if (value == null) {
                continue;
            }
            Domain domain = domains.get(value);
            if (domain == null) {
                domain = new Domain();
                domains.put(value, domain);
                inOrder.add(domain);
            }
            domain.nodes.add(node);
            domain.slots += takes.test(node) ? StrictMath.min(MOST, nodes.slots(shape, node)) : 0;
        }
        return inOrder.stream()
                .filter(domain -> domain.slots >= least)
                .sorted(Comparator.comparingLong(domain -> domain.slots))
                .map(domain -> domain.nodes.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }
}
