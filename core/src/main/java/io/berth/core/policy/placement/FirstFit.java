package io.berth.core.policy.placement;

import io.berth.core.policy.Candidates;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Turn;

/**
 * The node of the lowest number.
 *
 * <p>Goals: the simplest rule that packs; a baseline. Constraints: none beyond fit. Algorithm: nodes in their order in the
 * cluster, the first that fits.
 *
 * <p>Source: Johnson, Near-Optimal Bin Packing Algorithms, 1973.
 */
public final class FirstFit implements Picker {
    @Override
    public int pick(Candidates candidates, Turn turn) {
        return candidates.at(0);
    }
}
