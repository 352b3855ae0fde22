package io.berth.core.workload.term;

/**
 * What a job loses that goes on where it stopped.
 *
 * @param everyNanos how long it runs between two checkpoints; what it did since the last is lost. 0 for one that writes what it did when it is told to stop
 * @param restartNanos how long it takes, when it starts again, until it does new work
 */
public record Checkpoints(long everyNanos, long restartNanos) {
    /** Nothing is lost, as published protocols of preemption have it. */
    public static final Checkpoints FREE = new Checkpoints(0, 0);

    public Checkpoints {
        if (everyNanos < 0 || restartNanos < 0) {
            throw new IllegalArgumentException("The time between checkpoints (" + everyNanos + ") and of a restart ("
                    + restartNanos + ") must not be negative.");
        }
    }

    /** How much is lost of one that did work for {@code doneNanos} altogether, {@code sinceNanos} of it since it started: no more than it did. */
    public long lost(long doneNanos, long sinceNanos) {
        long unsaved = everyNanos == 0 ? 0 : sinceNanos % everyNanos;
        return StrictMath.min(doneNanos, unsaved + restartNanos);
    }
}
