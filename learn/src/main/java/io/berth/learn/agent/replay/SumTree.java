package io.berth.learn.agent.replay;

/**
 * Weights by place, of which one is drawn with a chance as large as its share: in a tree whose nodes are the sums of their children, so
 * that changing and drawing take a logarithm of their number. Each node is always left plus right: equal weights give equal bits,
 * however they came about.
 *
 * <p>Source: Schaul et al., Prioritized experience replay, ICLR 2016, appendix B.2.1.
 */
final class SumTree {
    private final int leaves;
    private final double[] nodes;

    /** @param places how many; their weights are 0 */
    SumTree(int places) {
        int power = 1;
        while (power < places) {
            power *= 2;
        }
        this.leaves = power;
        this.nodes = new double[2 * power];
    }

    /** The weight of {@code place}. */
    double weight(int place) {
        return nodes[leaves + place];
    }

    /** The sum of all weights. */
    double total() {
        return nodes[1];
    }

    /** Changes the weight of {@code place} to one of at least 0. */
    void set(int place, double weight) {
        int node = leaves + place;
        nodes[node] = weight;
        while (node > 1) {
            node /= 2;
            nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
        }
    }

    /** The place at which the weights, added up in order, exceed {@code sum}; of weight above 0 where there is one. */
    int find(double sum) {
        double left = sum;
        int node = 1;
        while (node < leaves) {
            node *= 2;
            // Rounding may leave more than there is on the right; what weighs nothing is not gone to.
            if (left >= nodes[node] && nodes[node + 1] > 0) {
                left -= nodes[node];
                node++;
            }
        }
        return node - leaves;
    }
}
