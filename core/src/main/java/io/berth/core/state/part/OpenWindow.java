package io.berth.core.state.part;

import java.util.List;

/**
 * Jobs that are being planned together.
 *
 * @param id the number of the decision that asked
 * @param jobs in the order of the queue as it was then
 * @param untilNanos when the engine waits for the plan no longer
 */
public record OpenWindow(long id, List<Long> jobs, long untilNanos) {
    public OpenWindow {
        jobs = List.copyOf(jobs);
    }
}
