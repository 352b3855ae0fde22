package io.berth.core.dispatch.flow;

import java.util.List;

/**
 * A request as it comes.
 *
 * @param number different for each; whoever brings the request chooses it
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 * @param stages its parts, at least one; the first is beside nothing
 */
public record Arrival(long number, int tenant, int priority, long deadlineNanos, List<Stage> stages) {
    public Arrival {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("A request needs a stage.");
        }
    }
}
