package io.berth.core.workload.term;

/**
 * What happens when a job is stopped before its work is done.
 *
 * @param resumes true where its next start goes on with what was done; else it begins anew
 * @param graceNanos how long its tasks may take to end once they are asked to; {@link #USUAL_GRACE} for what the world gives to all
 * @param unit with which others it makes room: jobs that name the same are preempted together or not at all; empty for by itself
 * @param checkpoints what is lost where it goes on with what was done
 */
public record Interruption(boolean resumes, long graceNanos, String unit, Checkpoints checkpoints) {
    /** The grace of a job that names none. */
    public static final long USUAL_GRACE = -1;

    /** Nothing is lost, as published protocols of preemption have it, and all get the same grace. */
    public static final Interruption HARMLESS = new Interruption(true, USUAL_GRACE);

    /** Of a job that makes room by itself, and loses nothing where it goes on. */
    public Interruption(boolean resumes, long graceNanos) {
        this(resumes, graceNanos, "", Checkpoints.FREE);
    }

    /** The same together with all others of {@code newUnit}. */
    public Interruption with(String newUnit) {
        return new Interruption(resumes, graceNanos, newUnit, checkpoints);
    }

    /** The same, which goes on with what was done and loses what {@code newCheckpoints} say. */
    public Interruption with(Checkpoints newCheckpoints) {
        return new Interruption(true, graceNanos, unit, newCheckpoints);
    }

    public Interruption {
        if (graceNanos < USUAL_GRACE) {
            throw new IllegalArgumentException("The grace (" + graceNanos + ") of a job must not be negative.");
        }
    }
}
