package io.berth.live.driver;

import io.berth.spec.job.JobGraph;

/**
 * Several jobs on their way in. They enter one instant, all of them or none, with numbers one after the other.
 *
 * @param origin who sends them, as of a {@link Submission}
 * @param sequence the number of the first at its origin, those of the others follow; {@link Submission#NEXT} where the origin does not
 *     count
 * @param sender whose they are
 */
public record Batch(JobGraph jobs, String origin, long sequence, Sender sender) {
    public Batch {
        if (sequence != Submission.NEXT && sequence < 1) {
            throw new IllegalArgumentException(
                    "The sequence (" + sequence + ") must be at least 1, or -1 for the next.");
        }
    }

    /** Of {@link Sender#ANYBODY}. */
    public Batch(JobGraph jobs, String origin, long sequence) {
        this(jobs, origin, sequence, Sender.ANYBODY);
    }
}
