package io.berth.core.policy.placement;

import io.berth.core.policy.Candidates;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Turn;

/**
 * Of two nodes drawn among those that fit, the one with less allocated.
 *
 * <p>Goals: nearly the balance of the least allocated node at the cost of two looks. Constraints: none beyond fit.
 *
 * <p>Algorithm: two uniform draws, which may be the same node; the higher score of {@link LeastAllocated} wins, the first
 * draw where they are equal. Draws 2 and 0 of three nodes, of which node 0 is half full and the others idle: node 2.
 *
 * <p>Source: Mitzenmacher, The Power of Two Choices in Randomized Load Balancing, IEEE TPDS 12(10), 2001.
 */
public final class PowerOfTwo implements Picker {
    private final LeastAllocated free = new LeastAllocated();

    @Override
    public int pick(Candidates candidates, Turn turn) {
        int first = candidates.at(turn.below(candidates.count()));
        int second = candidates.at(turn.below(candidates.count()));
        return score(candidates, second) > score(candidates, first) ? second : first;
    }

    private long score(Candidates candidates, int node) {
        return free.score(candidates.nodes(), node, candidates.shape());
    }
}
