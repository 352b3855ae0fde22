package io.berth.core.policy.placement;

import io.berth.core.policy.Candidates;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;

/**
 * The node after the last one used.
 *
 * <p>Goals: spread tasks evenly by number. Constraints: none beyond fit. Algorithm: the next node that fits after the one of
 * the last placement, going round. With nodes 0, 1, 2 that all fit: 0, 1, 2, 0, ...
 *
 * <p>The cursor is kept in the state, so it survives a restart. Source: next fit without closing, Johnson 1973.
 */
public final class RoundRobin implements Picker {
    private static final Slot CURSOR = new Slot("round-robin.next", 1);

    @Override
    public int pick(Candidates candidates, Turn turn) {
        int node = candidates.from((int) turn.recall(CURSOR));
        turn.remember(CURSOR, node + 1L);
        return node;
    }
}
