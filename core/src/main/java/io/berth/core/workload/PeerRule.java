package io.berth.core.workload;

import io.berth.core.workload.topology.Levels;
import io.berth.core.workload.topology.Reach;
import java.util.List;

/**
 * Where a task may go for what other tasks are placed, as Kubernetes means it (pod affinity, anti-affinity and topology spread
 * constraints that are required; the topology of a PodGroup). A domain is the nodes that have one value of a label.
 */
public sealed interface PeerRule {
    /** In place of the key of a label: each node is a domain of its own. */
    String NODE = "";

    /** Which tasks it looks at. */
    PeerSelector selector();

    /** The keys whose domains it looks at. */
    List<String> keys();

    /**
     * The task goes where others are: by each key to a domain that holds one that is picked. While none is placed anywhere, one that
     * is picked itself may go to any node that has all the labels.
     *
     * @param keys at least one, sorted
     */
    record Together(PeerSelector selector, List<String> keys) implements PeerRule {
        public Together {
            keys = keys.stream().distinct().sorted().toList();
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("A rule that tasks be together needs a key.");
            }
        }
    }

    /**
     * The task goes to no domain that holds one that is picked; nor does, while it is there, one that is picked come. A node without
     * the label is of no domain.
     */
    record Apart(PeerSelector selector, String key) implements PeerRule {
        @Override
        public List<String> keys() {
            return List.of(key);
        }
    }

    /**
     * No domain holds many more of those that are picked than the one that holds fewest. Domains are those of nodes that have the labels
     * of all spreads of the task and that {@code over} leaves in; a node without them is no place for it.
     *
     * @param maxSkew by how many more, at least 1, the task itself among them where it is picked
     * @param minDomains where there are fewer domains the fewest are taken for 0; at least 1
     */
    record Spread(PeerSelector selector, String key, int maxSkew, int minDomains, Over over) implements PeerRule {
        public Spread {
            if (maxSkew < 1 || minDomains < 1) {
                throw new IllegalArgumentException("The skew (" + maxSkew + ") and the domains (" + minDomains
                        + ") of a spread must be at least 1.");
            }
        }

        @Override
        public List<String> keys() {
            return List.of(key);
        }
    }

    /**
     * All tasks of the job's groups that say so go to one domain, whichever has room for them; a node without the label is no place for them. It
     * says nothing of other jobs, nor of groups that do not say so. Where groups name different labels, a node is the domain of all, if one
     * names that, else one of the label that the first names.
     *
     * <p>In a cluster of several levels of such labels it is the smallest domain that holds them, and none wider than one of {@code key}. Where
     * that is {@link Reach#preferred}, it begins at {@code key} and may be wider, and tasks that no domain holds go anywhere.
     */
    record Within(String key, Reach reach) implements PeerRule {
        private static final PeerSelector NOBODY = PeerSelector.of(List.of(), List.of());

        /** One domain of {@code key}, in a cluster that names no levels. */
        public Within(String key) {
            this(key, Reach.REQUIRED);
        }

        /** True where tasks that ask for {@code demand} have such a rule. */
        public static boolean bind(Demand demand) {
            return demand.peers().stream().anyMatch(Within.class::isInstance);
        }

        /** The same in a cluster of {@code levels}: names of levels are their keys. */
        public Within in(Levels levels) {
            return new Within(levels.key(key), levels.over(reach));
        }

        /** True where a node without the label is no place for them. */
        public boolean required() {
            return !reach.preferred();
        }

        @Override
        public PeerSelector selector() {
            return NOBODY;
        }

        @Override
        public List<String> keys() {
            return List.of(key);
        }
    }

    /**
     * Which nodes count for a spread.
     *
     * @param matching only those whose labels the task asks for
     * @param tolerated only those whose taints it tolerates
     */
    record Over(boolean matching, boolean tolerated) {
        /** As Kubernetes does where nothing is said. */
        public static final Over USUAL = new Over(true, false);
    }
}
