package io.berth.core.workload.term;

import io.berth.core.time.Nanos;

/**
 * How long the tasks of a job may take from the decision to start them until they run, and what becomes of a job whose do not: it is stopped
 * whole, gives back what it holds, and is tried again after a pause.
 *
 * @param withinNanos above 0; {@link Nanos#NEVER} for as long as it takes
 * @param tolerate of how many tasks it does not matter
 * @param retries how often the job is tried again; after that it has failed
 */
public record Readiness(long withinNanos, int tolerate, int retries) {
    /** However long it takes. */
    public static final Readiness NONE = new Readiness(Nanos.NEVER, 0, 0);

    /** The most retries. */
    public static final int MOST_RETRIES = 1000;

    public Readiness {
        if (withinNanos <= 0) {
            throw new IllegalArgumentException("The time (" + withinNanos + ") to be ready must be above 0.");
        }
        if (tolerate < 0 || retries < 0 || retries > MOST_RETRIES) {
            throw new IllegalArgumentException("The tolerated tasks (" + tolerate
                    + ") must not be negative, the retries (" + retries + ") from 0 to " + MOST_RETRIES + ".");
        }
    }

    /** True where a job does not get all the time that it takes. */
    public boolean limited() {
        return withinNanos != Nanos.NEVER;
    }
}
