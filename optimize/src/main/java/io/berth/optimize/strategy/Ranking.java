package io.berth.optimize.strategy;

/** The cheapest nodes, cheapest first, as many as are wanted. */
final class Ranking {
    private final int[] nodes;
    private final double[] costs;
    private int size;

    Ranking(int most) {
        nodes = new int[most];
        costs = new double[most];
    }

    /** Takes a node in if it is among the cheapest; nodes come by rising number. */
    void offer(int node, double cost) {
        if (size == nodes.length) {
            if (size == 0 || cost >= costs[size - 1]) {
                return;
            }
        } else {
            size++;
        }
        int at = size - 1;
        while (at > 0 && costs[at - 1] > cost) {
            costs[at] = costs[at - 1];
            nodes[at] = nodes[at - 1];
            at--;
        }
        costs[at] = cost;
        nodes[at] = node;
    }

    int size() {
        return size;
    }

    int node(int place) {
        return nodes[place];
    }

    double cost(int place) {
        return costs[place];
    }
}
