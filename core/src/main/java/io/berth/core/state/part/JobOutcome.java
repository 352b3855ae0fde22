package io.berth.core.state.part;

/** How a job left. */
public enum JobOutcome {
    /** All its tasks did their work. */
    FINISHED,
    /** A task of it failed, or it could not be started. */
    FAILED,
    CANCELLED,
    REJECTED,
    /** A task of it used more memory than it asked for. */
    OUT_OF_MEMORY,
    /** It ran for as long as its time limit. */
    TIMED_OUT
}
