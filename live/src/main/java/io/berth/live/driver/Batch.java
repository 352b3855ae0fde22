package io.berth.live.driver;

import io.berth.spec.job.JobGraph;
import java.util.function.LongPredicate;

/**
 * Several jobs on their way in. They enter one instant, all of them or none, with numbers one after the other.
 *
 * @param origin who sends them, as of a {@link Submission}
 * @param sequence the number of the first at its origin, those of the others follow; {@link Submission#NEXT} where the origin does not
 *     count
 * @param visible the jobs that its sender may know of, asked on the engine's thread; to come after another is to come after none
 */
public record Batch(JobGraph jobs, String origin, long sequence, LongPredicate visible) {
    public Batch {
        if (sequence != Submission.NEXT && sequence < 1) {
            throw new IllegalArgumentException(
                    "The sequence (" + sequence + ") must be at least 1, or -1 for the next.");
        }
    }

    /** Of somebody who may know of all jobs. */
    public Batch(JobGraph jobs, String origin, long sequence) {
        this(jobs, origin, sequence, _ -> true);
    }
}
