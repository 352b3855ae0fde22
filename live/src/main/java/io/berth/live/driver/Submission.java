package io.berth.live.driver;

import io.berth.core.workload.JobSpec;

/**
 * A job on its way in.
 *
 * @param origin who sends it; with {@code sequence} it names the submission, so that a repetition is known
 * @param sequence the number of the submission at its origin: 1, 2, 3…; {@link #NEXT} where the origin does not count
 */
public record Submission(JobSpec spec, String origin, long sequence) {
    /** The number after the last one known of the origin. */
    public static final long NEXT = -1;

    public Submission {
        if (sequence != NEXT && sequence < 1) {
            throw new IllegalArgumentException(
                    "The sequence (" + sequence + ") must be at least 1, or -1 for the next.");
        }
    }
}
