package io.berth.core.engine;

/** How a job left. */
public enum JobOutcome {
    FINISHED,
    FAILED,
    CANCELLED,
    REJECTED
}
