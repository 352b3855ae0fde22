package io.berth.local.launch.folder;

/**
 * How a task ended.
 *
 * @param number the code or the signal, else 0
 * @param outOfMemory a process of the task was killed because the task took more memory than it may
 * @param endNanos when, in UTC nanoseconds since 1970; when that was noticed where nobody recorded it, 0 where nothing could be recorded
 * @param ranNanos how long it ran by a clock that nobody sets, to 10 ms, in nanoseconds; -1 where that is not known
 * @param message why, for people; empty for tasks that ended by themselves
 */
public record TaskExit(Cause cause, int number, boolean outOfMemory, long endNanos, long ranNanos, String message) {
    /** What a shell adds to the number of a signal. */
    private static final int SIGNAL_BASE = 128;

    /** What ended the task. */
    public enum Cause {
        /** It returned a code. */
        CODE,
        /** A signal killed it; a program that returns 130 or 141 by itself looks like SIGINT or SIGPIPE. */
        SIGNAL,
        /** It was started, or may have been; its launcher died before it could record the end. Nothing of it runs. */
        LOST,
        /** It was not started and never will be under this key. */
        NOT_STARTED,
        /** As {@link #NOT_STARTED}, and under no other key either: what was ordered cannot be started here. */
        CANNOT_START
    }

    /** The end as one number, as a shell would say it; -1 where there is none. */
    public int exitCode() {
        return switch (cause) {
            case CODE -> number;
            case SIGNAL -> SIGNAL_BASE + number;
            case LOST, NOT_STARTED, CANNOT_START -> -1;
        };
    }
}
