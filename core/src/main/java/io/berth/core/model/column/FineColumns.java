package io.berth.core.model.column;

import io.berth.core.time.Nanos;
import java.util.List;

/**
 * Eight columns from which the keys of the orders of the catalog can be told, to the second: what is needed to imitate one. Run times
 * count from 1 s, waits do not saturate, and the product that F1 goes by is a column.
 */
public final class FineColumns implements JobColumns {
    private static final double SECOND_NANOS = Nanos.SECOND;
    private static final double DAY_NANOS = 24 * 3600e9;
    private static final int MOST_DAYS = 30;

    /** A job of one second that waited for so many seconds. */
    private static final double MOST_STRETCH = StrictMath.log1p(MOST_DAYS * 24 * 3600.0);

    private static final int STRETCH = 1;
    private static final int AGE = 4;
    private static final int FREE = 6;
    private static final int FITS = 7;

    @Override
    public List<Feature> features() {
        return List.of(
                new Feature("waited_days", "w / 1 d, w the time waited; at most 30", 0, MOST_DAYS, 0),
                Feature.share("stretch", "ln(1 + w / r) / ln(1 + 30 d / 1 s), r the expected run time, at least 1 s"),
                new Feature("run_from_1s", "ln(1 + r / 1 s) / ln(1 + longest run time / 1 s)", 0, 1, 1),
                new Feature("processors", "ln(1 + n) / ln(1 + those of the machine)", 0, 1, 1),
                Feature.share(
                        "age", "w / t, t the time since the log began: F1 goes by the logarithm of the submission"),
                new Feature("run_by_share", "run_from_1s × n / processors of the machine", 0, 1, 1),
                Feature.share("free", "free nodes / nodes of the machine, the same in all rows"),
                Feature.share("fits", "1 where it could start now"));
    }

    @Override
    public void fix(SubmittedJob job, float[] into, int at) {
        double longest = StrictMath.log1p(StrictMath.max(job.longestNanos() / SECOND_NANOS, 1));
        double run = StrictMath.log1p(StrictMath.max(job.expectedNanos() / SECOND_NANOS, 1)) / longest;
        double share = StrictMath.min(job.processors() / job.machineProcessors(), 1);
        double wide = StrictMath.log1p(job.processors()) / StrictMath.log1p(job.machineProcessors());
        into[at] = 0;
        into[at + STRETCH] = 0;
        into[at + 2] = (float) StrictMath.min(run, 1);
        into[at + 3] = (float) StrictMath.min(wide, 1);
        into[at + AGE] = 0;
        into[at + 5] = (float) (StrictMath.min(run, 1) * share);
        into[at + FREE] = 0;
        into[at + FITS] = 0;
    }

    @Override
    public void wait(float[] into, int at, long waitedNanos, long expectedNanos) {
        double stretch = waitedNanos / StrictMath.max((double) expectedNanos, SECOND_NANOS);
        into[at] = (float) StrictMath.min(waitedNanos / DAY_NANOS, MOST_DAYS);
        into[at + STRETCH] = (float) StrictMath.min(StrictMath.log1p(stretch) / MOST_STRETCH, 1);
    }

    @Override
    public void room(float[] into, int at, boolean fits, float free) {
        into[at + FREE] = free;
        into[at + FITS] = fits ? 1 : 0;
    }

    @Override
    public void date(float[] into, int at, long waitedNanos, long nowNanos) {
        into[at + AGE] = (float) (waitedNanos / StrictMath.max((double) nowNanos, SECOND_NANOS));
    }
}
