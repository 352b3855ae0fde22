package io.berth.core.model.column;

import java.util.List;

/**
 * The eight columns of RLScheduler: what is known of a job, each as a share of the most.
 *
 * <p>Source: Zhang et al., RLScheduler: an automated HPC batch job scheduler using reinforcement learning, SC 2020, and its
 * program (DIR-LAB/deep-batch-scheduler).
 */
public final class PublishedColumns implements JobColumns {
    private static final double MAX_WAIT_NANOS = 12 * 3600e9;

    /** The most that a share is shown as, and one less it the least of what fits. */
    private static final float MOST = 1 - 1e-5f;

    private static final float LEAST = 1e-5f;
    private static final int FITS = COUNT - 1;

    @Override
    public List<Feature> features() {
        return List.of(
                new Feature("wait", "time waited / 12 h, at most 1", 0, 1, 0),
                new Feature("requested_time", "expected run time / longest run time of the log", 0, 1, 1),
                new Feature("processors", "processors / those of the machine", 0, 1, 1),
                new Feature("memory", "requested memory / the most of the log; 1 where unknown", 0, 1, 1),
                new Feature("user", "number of the user / the largest of the log; 1 where unknown", 0, 1, 1),
                new Feature("group", "number of the group / the largest of the log; 1 where unknown", 0, 1, 1),
                new Feature("program", "number of the program / the largest of the log; 1 where unknown", 0, 1, 1),
                new Feature("fits", "1 where it could start now", 0, 1, 0));
    }

    @Override
    public void fix(SubmittedJob job, float[] into, int at) {
        into[at] = 0;
        into[at + 1] = share((double) job.expectedNanos(), (double) job.longestNanos());
        into[at + 2] = share(job.processors(), job.machineProcessors());
        into[at + 3] = job.memory();
        into[at + 4] = job.user();
        into[at + 5] = job.group();
        into[at + 6] = job.program();
        into[at + FITS] = LEAST;
    }

    @Override
    public void wait(float[] into, int at, long waitedNanos, long expectedNanos) {
        into[at] = share((double) waitedNanos, MAX_WAIT_NANOS);
    }

    @Override
    public void room(float[] into, int at, boolean fits, float free) {
        into[at + FITS] = fits ? MOST : LEAST;
    }

    private static float share(double part, double whole) {
        return StrictMath.min((float) (part / whole), MOST);
    }
}
