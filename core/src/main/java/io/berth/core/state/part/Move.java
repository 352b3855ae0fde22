package io.berth.core.state.part;

import io.berth.core.decision.Placement;
import java.util.List;

/**
 * Where a job goes next, and nobody else: one that stops so that another has room, or that other one. Or where one waits for others to stop, in its
 * turn: who goes before it may take that.
 *
 * @param forJob for whom all of that plan is; the job itself where it does not hold room and others move for it; {@link #IN_TURN} where nobody moves
 * @param placements where its tasks go, those that must start together, one by one
 */
public record Move(long forJob, List<Placement> placements) {
    /** In place of a job that others move for. */
    public static final long IN_TURN = 0;

    public Move {
        placements = List.copyOf(placements);
    }

    /** True where it takes its places when it comes to its turn, and before nobody. */
    public boolean inTurn() {
        return forJob == IN_TURN;
    }
}
