package io.berth.core.workload;

import java.util.List;

/**
 * What a task would rather have of where it goes, as Kubernetes means it (preferred node affinity, preferred pod affinity and
 * anti-affinity, spreads that may be broken). It goes elsewhere where that cannot be. What a node is worth for a task is the sum of what
 * its preferences say of it.
 */
public sealed interface Preference {
    /** The most that a preference may weigh, and what the avoidance of a taint does. */
    int HEAVIEST = 100;

    /**
     * How much it counts beside others: from 1 to {@value #HEAVIEST}, or down to -{@value #HEAVIEST} for what is rather avoided; 0 for what
     * only tells apart nodes that all others hold equal.
     */
    int weight();

    /** Nodes of which {@code term} holds are worth {@code weight} more. */
    record OfNodes(NodeSelectorTerm term, int weight) implements Preference {
        public OfNodes {
            check(weight);
        }
    }

    /**
     * The domain that holds most of those that are picked is worth {@code weight} more than the one that holds fewest, others
     * in between. A node without the label is worth what one without tasks is.
     */
    record Near(PeerSelector selector, String key, int weight) implements Preference {
        public Near {
            check(weight);
        }
    }

    /** The same with the domain that holds fewest of those that are picked; a node without the label is worth no more than the fullest domain. */
    record Even(PeerSelector selector, String key, int weight) implements Preference {
        public Even {
            check(weight);
        }
    }

    /**
     * Nodes that hold images which the task starts from, by how much of them they hold. Of a demand, one at most.
     *
     * @param images by name, sorted; as often as containers need them
     */
    record OfImages(List<String> images) implements Preference {
        public OfImages {
            images = images.stream().sorted().toList();
            if (images.isEmpty()) {
                throw new IllegalArgumentException("A preference for images must name at least one.");
            }
        }

        @Override
        public int weight() {
            return 0;
        }
    }

    /**
     * The data sets that the task reads, which nodes hold or must be brought. Of a demand, one at most.
     *
     * @param sets by name, sorted, each once
     */
    record OfData(List<String> sets) implements Preference {
        public OfData {
            sets = sets.stream().distinct().sorted().toList();
            if (sets.isEmpty()) {
                throw new IllegalArgumentException("A preference for data must name at least one data set.");
            }
        }

        @Override
        public int weight() {
            return 0;
        }
    }

    private static void check(int weight) {
        if (weight == 0 || weight < -HEAVIEST || weight > HEAVIEST) {
            throw new IllegalArgumentException("The weight (" + weight + ") of a preference must be from -" + HEAVIEST
                    + " to " + HEAVIEST + ", and not 0.");
        }
    }
}
