package io.berth.sim.request;

import io.berth.core.dispatch.flow.Arrival;
import java.util.List;

/**
 * A request as it comes.
 *
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 * @param stages its parts, at least one; the first is beside nothing
 */
public record RequestArrival(long atNanos, int tenant, int priority, long deadlineNanos, List<Stage> stages) {
    public RequestArrival {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("A request needs a stage.");
        }
    }

    /** What is known of it when it comes as number {@code number}. */
    public Arrival asked(long number) {
        return new Arrival(
                number,
                tenant,
                priority,
                deadlineNanos,
                stages.stream().map(Stage::asked).toList());
    }
}
