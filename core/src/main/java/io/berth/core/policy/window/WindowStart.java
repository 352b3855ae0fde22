package io.berth.core.policy.window;

import io.berth.core.decision.Placement;
import java.util.List;

/** The advice to start a job, task {@code i} at {@code placements.get(i)}. */
public record WindowStart(long job, List<Placement> placements) {
    public WindowStart {
        placements = List.copyOf(placements);
    }
}
