package io.berth.core.cluster.load;

/**
 * A task that was placed so short a time ago that no measurement of its node shows it.
 *
 * @param sinceNanos when it was placed
 * @param asked what it asks for
 * @param expected what it will use as far as tasks like it tell; {@link #UNKNOWN} where none did
 * @param most what it will hardly go beyond; {@link #UNKNOWN} likewise
 */
public record Recent(long job, int task, long sinceNanos, Use asked, Use expected, Use most) {
    /** Nothing is known of tasks like it. */
    public static final Use UNKNOWN = new Use(-1, -1, -1);

    /** One of which nothing is known but what it asks for. */
    public Recent(long job, int task, long sinceNanos, Use asked) {
        this(job, task, sinceNanos, asked, UNKNOWN, UNKNOWN);
    }

    /** What it is expected to use beyond what {@link Estimate#KOORDINATOR} says; may be negative. */
    Use learnt() {
        return beyond(expected);
    }

    /** The same of what it will hardly go beyond. */
    Use mostLearnt() {
        return beyond(most);
    }

    private Use beyond(Use known) {
        return known.equals(UNKNOWN) ? Use.NONE : known.minus(Estimate.KOORDINATOR.of(asked));
    }
}
