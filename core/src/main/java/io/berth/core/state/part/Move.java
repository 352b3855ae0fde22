package io.berth.core.state.part;

import io.berth.core.decision.Placement;
import java.util.List;

/**
 * Where a job goes next, and nobody else: one that stops so that another has room, or that other one.
 *
 * @param forJob for whom all of that plan is; the job itself where it does not hold room and others move for it
 * @param placements where its tasks go, those that must start together, one by one
 */
public record Move(long forJob, List<Placement> placements) {
    public Move {
        placements = List.copyOf(placements);
    }
}
