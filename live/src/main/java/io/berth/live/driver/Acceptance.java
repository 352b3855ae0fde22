package io.berth.live.driver;

/**
 * A submission is durable.
 *
 * @param job the number of its job; {@link #FORGOTTEN} for a repetition of a submission from long ago
 * @param sequence its number at its origin
 * @param repeated true where the submission was accepted before and nothing new was made of it
 */
public record Acceptance(long job, long sequence, boolean repeated) {
    /** The submission is known, the number of its job is not any more. */
    public static final long FORGOTTEN = -1;
}
