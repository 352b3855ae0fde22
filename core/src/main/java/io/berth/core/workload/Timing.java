package io.berth.core.workload;

import io.berth.core.time.Nanos;
import io.berth.core.workload.term.RunProfile;

/**
 * How long a job takes and may wait, in nanoseconds.
 *
 * @param estimateNanos the run time the user expects; policies may read it; {@link Nanos#NEVER} where unknown
 * @param workNanos the run time it really takes where the world is simulated or emulated; no policy sees it; {@link
 *     Nanos#NEVER} for work that ends only when cancelled
 * @param patienceNanos how long it waits before it is rejected; 0 for "now or never", {@link Nanos#NEVER} for ever
 * @param deadlineNanos how long after its submission it should have ended; {@link Nanos#NEVER} where it does not matter
 * @param profile what its speed depends on
 */
public record Timing(long estimateNanos, long workNanos, long patienceNanos, long deadlineNanos, RunProfile profile) {
    public Timing {
        check("estimate", estimateNanos);
        check("run time", workNanos);
        check("patience", patienceNanos);
        check("deadline", deadlineNanos);
    }

    private static void check(String what, long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("The " + what + " (" + nanos + ") of a job must not be negative.");
        }
    }

    /** Of a job that is as fast wherever it runs. */
    public Timing(long estimateNanos, long workNanos, long patienceNanos, long deadlineNanos) {
        this(estimateNanos, workNanos, patienceNanos, deadlineNanos, RunProfile.NONE);
    }

    /** Of a job without a deadline that is as fast wherever it runs. */
    public Timing(long estimateNanos, long workNanos, long patienceNanos) {
        this(estimateNanos, workNanos, patienceNanos, Nanos.NEVER);
    }

    /** Of a job that takes {@code workNanos}, as its user expects, and waits for ever. */
    public static Timing known(long workNanos) {
        return new Timing(workNanos, workNanos, Nanos.NEVER);
    }

    /** The same, of which its user expects {@code newEstimateNanos}. */
    public Timing withEstimate(long newEstimateNanos) {
        return new Timing(newEstimateNanos, workNanos, patienceNanos, deadlineNanos, profile);
    }

    /** The same, which really takes {@code newWorkNanos}. */
    public Timing withWork(long newWorkNanos) {
        return new Timing(estimateNanos, newWorkNanos, patienceNanos, deadlineNanos, profile);
    }

    /** The same, rejected when it has not started after {@code newPatienceNanos}. */
    public Timing withPatience(long newPatienceNanos) {
        return new Timing(estimateNanos, workNanos, newPatienceNanos, deadlineNanos, profile);
    }

    /** The same, which should have ended {@code newDeadlineNanos} after its submission. */
    public Timing withDeadline(long newDeadlineNanos) {
        return new Timing(estimateNanos, workNanos, patienceNanos, newDeadlineNanos, profile);
    }

    /** The same of a job whose speed depends on what {@code newProfile} says. */
    public Timing withProfile(RunProfile newProfile) {
        return new Timing(estimateNanos, workNanos, patienceNanos, deadlineNanos, newProfile);
    }
}
