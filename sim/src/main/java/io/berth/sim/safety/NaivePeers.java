package io.berth.sim.safety;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What rules between tasks say, found the plain way: it goes through all that is placed, as Kubernetes' scheduler does for a pod that
 * comes. It counts nothing that it keeps.
 */
public final class NaivePeers {
    private final NodeTable nodes;
    private final List<Placed> placed = new ArrayList<>();

    /** A task of {@code group} of a job of {@code queue}. */
    public record Placed(String queue, TaskGroup group, int node) {
        /** The same elsewhere. */
        public Placed on(int other) {
            return new Placed(queue, group, other);
        }
    }

    /** Over {@code nodes} as they are now, on which nothing is placed. */
    public NaivePeers(NodeTable nodes) {
        this.nodes = nodes;
    }

    public void add(Placed task) {
        placed.add(task);
    }

    /** The task that came last is none. */
    public void removeLast() {
        placed.removeLast();
    }

    /** True where {@code task} may be where it says. */
    public boolean allow(Placed task) {
        for (Placed other : placed) {
            if (keepsAway(task, other) || keepsAway(other, task)) {
                return false;
            }
        }
        List<Spread> spreads = new ArrayList<>();
        for (PeerRule rule : task.group().demand().peers()) {
            if (rule instanceof Together together && !finds(task, together)) {
                return false;
            }
            if (rule instanceof Within within
                    && within.reach().labels(within.key()).stream().anyMatch(key -> domain(key, task.node()) == null)) {
                return false;
            }
            if (rule instanceof Spread spread) {
                spreads.add(spread);
            }
        }
        for (Spread spread : spreads) {
            if (!even(task, spread, spreads)) {
                return false;
            }
        }
        return true;
    }

    private boolean keepsAway(Placed holds, Placed comes) {
        for (PeerRule rule : holds.group().demand().peers()) {
            if (rule instanceof Apart(PeerSelector selector, String key)
                    && picks(selector, comes)
                    && domain(key, holds.node()) != null
                    && Objects.equals(domain(key, holds.node()), domain(key, comes.node()))) {
                return true;
            }
        }
        return false;
    }

    private boolean finds(Placed task, Together together) {
        boolean all = true;
        boolean anywhere = false;
        for (String key : together.keys()) {
            String here = domain(key, task.node());
            if (here == null) {
                return false;
            }
            boolean found = false;
            for (Placed other : placed) {
                String there = domain(key, other.node());
                boolean counts = there != null && picks(together.selector(), other);
                anywhere |= counts;
                found |= counts && here.equals(there);
            }
            all &= found;
        }
        return all || !anywhere && picks(together.selector(), task);
    }

    private boolean even(Placed task, Spread spread, List<Spread> all) {
        for (Spread other : all) {
            if (domain(other.key(), task.node()) == null) {
                return false;
            }
        }
        TreeMap<String, Integer> counts = new TreeMap<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (counts(task, spread, all, node)) {
                counts.merge(Objects.requireNonNull(domain(spread.key(), node)), on(node, spread), Integer::sum);
            }
        }
        int fewest = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        int global = counts.size() < spread.minDomains() ? 0 : fewest;
        int here = counts.getOrDefault(domain(spread.key(), task.node()), 0);
        int itself = picks(spread.selector(), task) ? 1 : 0;
        return here + itself - global <= spread.maxSkew();
    }

    private boolean counts(Placed task, Spread spread, List<Spread> all, int node) {
        NodeTerms where = task.group().demand().where();
        NodeSpec spec = nodes.spec(node);
        boolean labelled = all.stream().allMatch(other -> domain(other.key(), node) != null);
        return labelled
                && (!spread.over().matching() || where.matches(spec.labels()))
                && (!spread.over().tolerated() || where.tolerates(spec.taints()));
    }

    private int on(int node, Spread spread) {
        return (int) placed.stream()
                .filter(other -> other.node() == node && picks(spread.selector(), other))
                .count();
    }

    /** How many tasks that {@code selector} picks each domain of {@code key} holds; those that hold none too. */
    public TreeMap<String, Integer> counts(PeerSelector selector, String key) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        for (int node = 0; node < nodes.count(); node++) {
            String domain = domain(key, node);
            if (domain != null) {
                counts.putIfAbsent(domain, 0);
            }
        }
        for (Placed other : placed) {
            String domain = domain(key, other.node());
            if (domain != null && picks(selector, other)) {
                counts.merge(domain, 1, Integer::sum);
            }
        }
        return counts;
    }

    /** Which domain of {@code key} the node is in; null for none. */
    @Nullable
    public String domain(String key, int node) {
        if (!nodes.present(node)) {
            return null;
        }
        return key.equals(PeerRule.NODE)
                ? Integer.toString(node)
                : Label.value(nodes.spec(node).labels(), key);
    }

    private static boolean picks(PeerSelector selector, Placed task) {
        boolean queue = selector.anyQueue() || selector.queues().contains(task.queue());
        for (Requirement requirement : selector.requirements()) {
            String value = null;
            for (Label label : task.group().labels()) {
                value = label.key().equals(requirement.key()) ? label.value() : value;
            }
            queue &= switch (requirement.operator()) {
                case IN -> value != null && requirement.values().contains(value);
                case NOT_IN -> value == null || !requirement.values().contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER, LESS -> throw new AssertionError("no operator of labels of tasks");
            };
        }
        return queue;
    }
}
