package io.berth.testkit.oracle;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import java.util.List;

/** The nodes that fit, as a list. */
record NaiveCandidates(Nodes nodes, Shape shape, List<Integer> fitting) implements Candidates {
    @Override
    public int count() {
        return fitting.size();
    }

    @Override
    public int at(int rank) {
        return fitting.get(rank);
    }

    @Override
    public int from(int node) {
        return fitting.stream().filter(other -> other >= node).findFirst().orElse(fitting.getFirst());
    }
}
