package io.berth.core.policy.order;

import io.berth.core.policy.QueuedJob;

/** The w of WFP3 and UNICEP. */
final class Waiting {
    private Waiting() {}

    /** Seconds waited until {@code now}; or, as RLScheduler's program has it, a start of −1 less the submission. */
    static double seconds(QueuedJob job, long now, boolean printed) {
        return printed ? -1 - job.submitNanos() / 1e9 : (now - job.submitNanos()) / 1e9;
    }
}
