package io.berth.core.model.column;

import io.berth.core.time.Nanos;
import java.util.List;

/**
 * Eight columns in which jobs that differ by a factor differ by as much wherever they stand: run times and sizes of a log spread over
 * five powers of ten, so that as shares of the most nearly all of them are nearly 0.
 */
public final class ScaledColumns implements JobColumns {
    /** Where the slowdown of a job counts from, as in the bounded slowdown. */
    private static final double SHORT_NANOS = 10.0 * Nanos.SECOND;

    /** A wait of so long counts half. */
    private static final double LONG_WAIT_NANOS = 3600e9;

    private static final int SLOWDOWN = 1;
    private static final int FREE = 6;
    private static final int FITS = 7;

    @Override
    public List<Feature> features() {
        return List.of(
                Feature.share("wait", "w / (w + 1 h), w the time waited"),
                Feature.share("slowdown", "w / (w + r), r the expected run time, at least 10 s"),
                new Feature("run", "ln(r / 10 s) / ln(longest run time / 10 s)", 0, 1, 1),
                new Feature("processors", "ln(1 + n) / ln(1 + those of the machine)", 0, 1, 1),
                new Feature("area", "the mean of run and processors", 0, 1, 1),
                new Feature("share", "n / processors of the machine", 0, 1, 1),
                Feature.share("free", "free nodes / nodes of the machine, the same in all rows"),
                Feature.share("fits", "1 where it could start now"));
    }

    @Override
    public void fix(SubmittedJob job, float[] into, int at) {
        double longest = StrictMath.log(StrictMath.max(job.longestNanos() / SHORT_NANOS, StrictMath.E));
        double run = StrictMath.log(StrictMath.max(job.expectedNanos() / SHORT_NANOS, 1)) / longest;
        double wide = StrictMath.log1p(job.processors()) / StrictMath.log1p(job.machineProcessors());
        into[at] = 0;
        into[at + SLOWDOWN] = 0;
        into[at + 2] = (float) StrictMath.min(run, 1);
        into[at + 3] = (float) wide;
        into[at + 4] = (into[at + 2] + into[at + 3]) / 2;
        into[at + 5] = (float) (job.processors() / job.machineProcessors());
        into[at + FREE] = 0;
        into[at + FITS] = 0;
    }

    @Override
    public void wait(float[] into, int at, long waitedNanos, long expectedNanos) {
        float waited = waitedNanos;
        into[at] = waited / (waited + (float) LONG_WAIT_NANOS);
        into[at + SLOWDOWN] = waited / (waited + StrictMath.max(expectedNanos, (float) SHORT_NANOS));
    }

    @Override
    public void room(float[] into, int at, boolean fits, float free) {
        into[at + FREE] = free;
        into[at + FITS] = fits ? 1 : 0;
    }
}
