package io.berth.core.state.part;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import java.util.List;

/**
 * Room kept for a waiting job.
 *
 * @param atNanos from when on, for as long as it is expected to run
 * @param placements where each of its tasks would go
 */
public record Promise(long atNanos, List<Placement> placements) {
    public Promise {
        placements = List.copyOf(placements);
    }

    /** True where {@code start} takes just this room from just this time on. */
    public boolean keptBy(Decision.Start start, long now) {
        return now == atNanos && start.placements().equals(placements);
    }

    /** True where a task would go to {@code node}. */
    public boolean on(int node) {
        boolean on = false;
        for (Placement placement : placements) {
            on |= placement.node() == node;
        }
        return on;
    }
}
