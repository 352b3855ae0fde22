package io.berth.core.cluster.load;

/**
 * A task that was placed so short a time ago that no measurement of its node shows it.
 *
 * @param sinceNanos when it was placed
 * @param asked what it asks for
 * @param expected what it will use as far as jobs like it tell; {@link #UNKNOWN} where none did
 */
public record Recent(long job, int task, long sinceNanos, Use asked, Use expected) {
    /** Nothing is known of jobs like it. */
    public static final Use UNKNOWN = new Use(-1, -1, -1);
}
