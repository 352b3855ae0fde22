package io.berth.core.workload;

/**
 * What a task would rather have of where it goes, as Kubernetes means it (preferred node affinity, preferred pod affinity and
 * anti-affinity, spreads that may be broken). It goes elsewhere where that cannot be. What a node is worth for a task is the sum of what
 * its preferences say of it.
 */
public sealed interface Preference {
    /** The most that a preference may weigh, and what the avoidance of a taint does. */
    int HEAVIEST = 100;

    /** How much it counts beside others: from 1 to {@value #HEAVIEST}, or down to -{@value #HEAVIEST} for what is rather avoided. */
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

    private static void check(int weight) {
        if (weight == 0 || weight < -HEAVIEST || weight > HEAVIEST) {
            throw new IllegalArgumentException("The weight (" + weight + ") of a preference must be from -" + HEAVIEST
                    + " to " + HEAVIEST + ", and not 0.");
        }
    }
}
