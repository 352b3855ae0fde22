package io.berth.testkit.oracle;

import io.berth.core.policy.Candidates;
import java.util.List;

/** The nodes that fit, as a list. */
record NaiveCandidates(List<Integer> nodes) implements Candidates {
    @Override
    public int count() {
        return nodes.size();
    }

    @Override
    public int at(int rank) {
        return nodes.get(rank);
    }

    @Override
    public int from(int node) {
        return nodes.stream().filter(other -> other >= node).findFirst().orElse(nodes.getFirst());
    }
}
