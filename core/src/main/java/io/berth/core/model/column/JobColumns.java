package io.berth.core.model.column;

import java.util.List;

/** What is seen of a waiting job: columns that its submission fixes, and columns that move with time and room. */
public sealed interface JobColumns permits PublishedColumns, ScaledColumns, FineColumns {
    /** How many columns a row has, whichever they are. */
    int COUNT = 8;

    /** What they are, in their order. */
    List<Feature> features();

    /** Writes all columns of {@code job} from {@code at}; those that move as of its submission. */
    void fix(SubmittedJob job, float[] into, int at);

    /** Writes the columns that move with time. */
    void wait(float[] into, int at, long waitedNanos, long expectedNanos);

    /**
     * Writes the columns that move with room.
     *
     * @param fits whether it could start now
     * @param free share of the machine
     */
    void room(float[] into, int at, boolean fits, float free);

    /**
     * Writes the columns that depend on the time itself.
     *
     * @param nowNanos since the log or the clock began
     */
    default void date(float[] into, int at, long waitedNanos, long nowNanos) {}

    /**
     * What a log says of a job; shares are of the most in the log, 1 where it does not say.
     *
     * @param expectedNanos of run time, by its user
     * @param longestNanos of all run times of the log
     * @param processors that it asks for
     * @param machineProcessors that there are
     */
    record SubmittedJob(
            long expectedNanos,
            long longestNanos,
            double processors,
            double machineProcessors,
            float memory,
            float user,
            float group,
            float program) {
        /** The same with another longest run time. */
        public SubmittedJob withLongest(long nanos) {
            return new SubmittedJob(expectedNanos, nanos, processors, machineProcessors, memory, user, group, program);
        }
    }
}
