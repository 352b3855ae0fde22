package io.berth.testkit.safety;

import io.berth.core.decision.Placement;
import java.util.BitSet;
import java.util.List;

/** What a started job holds, as the decisions and outcomes tell it. */
final class Holding {
    final long decision;
    final List<Placement> placements;
    /** The tasks that still hold their room. */
    final BitSet left;
    /** Must be stopped: it lost a member, or was cancelled. */
    boolean broken;

    boolean stopped;

    Holding(long decision, List<Placement> placements) {
        this.decision = decision;
        this.placements = placements;
        this.left = new BitSet(placements.size());
        left.set(0, placements.size());
    }

    /** A task of start decision {@code byDecision} is over; {@code well} where it did its work. */
    void over(int task, long byDecision, boolean well) {
        if (byDecision == decision && left.get(task)) {
            left.clear(task);
            broken |= !well;
        }
    }

    void nodeLost(int node) {
        for (int task = left.nextSetBit(0); task >= 0; task = left.nextSetBit(task + 1)) {
            if (placements.get(task).node() == node) {
                over(task, decision, false);
            }
        }
    }
}
