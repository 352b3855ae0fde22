package io.berth.console.view.job;

import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobState;
import java.util.Locale;

/** Where a job is in its life, or how it ended. */
public enum JobPhase {
    PENDING,
    RESERVED,
    STARTING,
    RUNNING,
    STOPPING,
    FINISHED,
    FAILED,
    CANCELLED,
    REJECTED,
    OUT_OF_MEMORY,
    TIMED_OUT;

    public static JobPhase of(JobState state) {
        return switch (state) {
            case PENDING -> PENDING;
            case RESERVED -> RESERVED;
            case STARTING -> STARTING;
            case RUNNING -> RUNNING;
            // Between its last task's end and its own there is no instant; were there one, it would be stopping.
            case STOPPING, ENDED -> STOPPING;
        };
    }

    public static JobPhase of(JobOutcome outcome) {
        return switch (outcome) {
            case FINISHED -> FINISHED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case REJECTED -> REJECTED;
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case TIMED_OUT -> TIMED_OUT;
        };
    }

    /** True where the job has left. */
    public boolean ended() {
        return compareTo(FINISHED) >= 0;
    }

    /** True while the job holds room. */
    public boolean holds() {
        return this != PENDING && !ended();
    }

    /** As documents write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
