package io.berth.sim.fault;

import io.berth.sim.safety.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run.
 *
 * @param rule that was broken; null where none was
 * @param what in words how; empty where none was
 * @param figures how much happened
 * @param covered what happened, was decided and was in force
 */
public record Verdict(@Nullable Rule rule, String what, Figures figures, Coverage covered) {
    /**
     * How much happened.
     *
     * @param events of the world and of people, timers not counted
     * @param faults that something came of
     * @param longestWaitNanos after the last fault, from then or from its submission on, the longest that a job waited
     * @param boundNanos within which each of them must start
     */
    public record Figures(
            int nodes,
            int jobs,
            long events,
            long decisions,
            int faults,
            int restarts,
            long longestWaitNanos,
            long boundNanos) {}

    /** True where no rule was broken. */
    public boolean held() {
        return rule == null;
    }
}
