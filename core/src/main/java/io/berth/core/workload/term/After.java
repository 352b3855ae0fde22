package io.berth.core.workload.term;

/**
 * A job starts only after another has ended.
 *
 * @param job the number of the other, which was submitted before
 * @param when how that must have ended
 */
public record After(long job, When when) {
    public After {
        if (job < 1) {
            throw new IllegalArgumentException("The number (" + job + ") of a job to wait for must be at least 1.");
        }
    }
}
