package io.berth.core.workload.term;

/** How another job must have ended before one that waits for it may start. */
public enum When {
    /** It finished its work. */
    OK,
    /** It ended, however. */
    ANY,
    /** It ended otherwise: it failed, was over its memory or its time, was cancelled or turned away. */
    FAILED;

    /** True where the end of a job is as it must be; {@code finished} where that job finished its work. */
    public boolean met(boolean finished) {
        return switch (this) {
            case OK -> finished;
            case ANY -> true;
            case FAILED -> !finished;
        };
    }
}
