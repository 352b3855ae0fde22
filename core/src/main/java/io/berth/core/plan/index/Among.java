package io.berth.core.plan.index;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import java.util.Arrays;

/**
 * Nodes where a task fits, of those that somebody named.
 *
 * @param fitting their numbers, rising
 */
public record Among(Nodes nodes, Shape shape, int[] fitting) implements Candidates {
    @Override
    public int count() {
        return fitting.length;
    }

    @Override
    public int at(int rank) {
        return fitting[rank];
    }

    @Override
    public int from(int node) {
        int at = Arrays.binarySearch(fitting, node);
        int first = at < 0 ? -at - 1 : at;
        return fitting[first == fitting.length ? 0 : first];
    }
}
