package io.berth.learn.online.evidence;

import io.berth.core.policy.FreshJob;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;

/** A job as the journal told of it so far, looked at before it ran. */
public final class PastJob implements FreshJob {
    /** Shorter run times count as so long in the bounded slowdown. */
    private static final long SHORT_NANOS = 10 * Nanos.SECOND;

    private final long id;
    private final JobSpec spec;
    private final long submitNanos;
    private long startNanos = -1;
    private long endNanos = -1;
    private long ranNanos = -1;
    private boolean rejected;

    /** A job that was submitted at {@code submitNanos}. */
    public PastJob(long id, JobSpec spec, long submitNanos) {
        this.id = id;
        this.spec = spec;
        this.submitNanos = submitNanos;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public long submitNanos() {
        return submitNanos;
    }

    public void started(long now) {
        startNanos = now;
    }

    public void waitsAgain() {
        startNanos = -1;
    }

    public void ended(long now, long ran) {
        endNanos = now;
        ranNanos = ran;
    }

    public void rejected(long now) {
        endNanos = now;
        rejected = true;
    }

    /** True once it left. */
    public boolean over() {
        return endNanos >= 0;
    }

    public boolean overBy(long at) {
        return endNanos >= 0 && endNanos <= at;
    }

    public boolean startedBy(long at) {
        return startNanos >= 0 && startNanos <= at;
    }

    /** True where it was turned away. */
    public boolean wasRejected() {
        return rejected;
    }

    /** True where it left after it ran. */
    public boolean ran() {
        return ranNanos >= 0;
    }

    /** When it started last; -1 before. */
    public long startNanos() {
        return startNanos;
    }

    /** How long it took: as measured; else what its user expects, or so far where that is more; {@code unknownNanos} for neither. */
    public long workNanos(long now, long unknownNanos) {
        if (ran()) {
            return StrictMath.max(1, ranNanos);
        }
        long expected = spec.estimateNanos() == Nanos.NEVER ? unknownNanos : spec.estimateNanos();
        return StrictMath.max(1, startNanos < 0 ? expected : StrictMath.max(expected, now - startNanos));
    }

    /** How long it waited, until {@code now} where it still does; nanoseconds. */
    public long waitNanos(long now) {
        long until = startNanos >= 0 ? startNanos : endNanos >= 0 ? endNanos : now;
        return StrictMath.max(0, until - submitNanos);
    }

    /** What a second of its waiting adds to its bounded slowdown. */
    public double weight(long now, long unknownNanos) {
        return (double) Nanos.SECOND / StrictMath.max(workNanos(now, unknownNanos), SHORT_NANOS);
    }

    /** The bounded slowdown of a job that waited and worked so long. */
    public static double slowdown(long waitNanos, long workNanos) {
        return StrictMath.max(1, (double) (waitNanos + workNanos) / StrictMath.max(workNanos, SHORT_NANOS));
    }
}
