package io.berth.learn.serve;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import java.util.Arrays;
import java.util.List;

/**
 * Jobs of one machine with eight GPUs, in which order? A queue small enough to be read, for tests and demonstrations. An action picks
 * the waiting job of a row; time goes on until its GPUs are free. The reward is minus the mean bounded slowdown, once all have started.
 */
final class SmallQueue implements Environment {
    private static final int GPUS = 8;
    private static final int ROWS = 8;
    private static final int FEATURES = 4;
    private static final double HOUR_S = 3600;

    private final int jobs;
    private final int limit;
    private final double[] submitS;
    private final double[] runS;
    private final int[] gpus;
    private final double[] startS;
    /** When each GPU is free again. */
    private final double[] freeS = new double[GPUS];
    /** The jobs of the rows: the first that wait, in the order they came. */
    private final int[] row = new int[ROWS];

    private int rows;
    private int started;
    private double nowS;
    private boolean begun;

    /** @param limit of starts, after which an episode is cut off */
    SmallQueue(int jobs, int limit) {
        this.jobs = jobs;
        this.limit = limit;
        submitS = new double[jobs];
        runS = new double[jobs];
        gpus = new int[jobs];
        startS = new double[jobs];
    }

    @Override
    public Mdp mdp() {
        return new Mdp(
                "small-queue",
                "which of the first 8 waiting jobs starts next on one machine of 8 GPUs",
                new Observation(
                        ROWS,
                        "waiting job",
                        List.of(
                                Feature.share("wait", "how long it has waited, of a day; 1 is a day or more"),
                                Feature.share("run", "how long it will run, of 4 hours"),
                                Feature.share("gpus", "GPUs, of 8"),
                                Feature.share("fits", "1 where it could start at once"))),
                new Actions(ROWS, true, "the job of a row starts as soon as its GPUs are free, before all others"),
                "minus the mean bounded slowdown of all jobs at the end, 0 before",
                1,
                "all " + jobs + " jobs have started",
                "");
    }

    @Override
    public void reset(long seed) {
        Chance chance = new Chance(seed, "small-queue", 0);
        double at = 0;
        for (int job = 0; job < jobs; job++) {
            at += chance.exponential(HOUR_S / 4);
            submitS[job] = at;
            runS[job] = 60 + chance.unit() * chance.unit() * (4 * HOUR_S - 60);
            gpus[job] = 1 << chance.below(4);
            startS[job] = -1;
        }
        Arrays.fill(freeS, 0);
        started = 0;
        nowS = submitS[0];
        begun = true;
        look();
    }

    @Override
    public void observe(float[] into, int offset) {
        requireBegun();
        for (int i = 0; i < ROWS; i++) {
            int at = offset + i * FEATURES;
            boolean there = i < rows;
            int job = there ? row[i] : 0;
            into[at] = there ? (float) Math.min(1, (nowS - submitS[job]) / (24 * HOUR_S)) : 0;
            into[at + 1] = there ? (float) (runS[job] / (4 * HOUR_S)) : 0;
            into[at + 2] = there ? gpus[job] / (float) GPUS : 0;
            into[at + 3] = there && freeS[gpus[job] - 1] <= nowS ? 1 : 0;
        }
    }

    @Override
    public void mask(boolean[] into, int offset) {
        requireBegun();
        for (int i = 0; i < ROWS; i++) {
            into[offset + i] = i < rows && !over();
        }
    }

    @Override
    public double step(int action) {
        if (over()) {
            throw new IllegalStateException("The episode is over.");
        }
        if (action < 0 || action >= rows) {
            throw new IllegalArgumentException(
                    "There is no job in row " + action + ", only in 0 to " + (rows - 1) + ".");
        }
        int job = row[action];
        nowS = Math.max(nowS, freeS[gpus[job] - 1]);
        startS[job] = nowS;
        Arrays.fill(freeS, 0, gpus[job], nowS + runS[job]);
        Arrays.sort(freeS);
        started++;
        look();
        return over() ? -slowdown() : 0;
    }

    /** The jobs that wait now; where none does, time goes on to the next that comes. */
    private void look() {
        rows = 0;
        for (int job = 0; job < jobs && rows < ROWS; job++) {
            if (startS[job] >= 0) {
                continue;
            }
            if (submitS[job] > nowS && rows > 0) {
                return;
            }
            nowS = Math.max(nowS, submitS[job]);
            row[rows++] = job;
        }
    }

    @Override
    public boolean over() {
        return !begun || started == jobs || truncated();
    }

    @Override
    public boolean truncated() {
        return begun && started == limit && started < jobs;
    }

    @Override
    public Figures figures() {
        return Figures.of("bounded_slowdown_mean", slowdown()).and("jobs_started", started);
    }

    private double slowdown() {
        double sum = 0;
        for (int job = 0; job < jobs; job++) {
            if (startS[job] >= 0) {
                double all = startS[job] - submitS[job] + runS[job];
                sum += Math.max(1, all / Math.max(10, runS[job]));
            }
        }
        return sum / Math.max(1, started);
    }

    private void requireBegun() {
        if (!begun) {
            throw new IllegalStateException("The environment was not reset.");
        }
    }
}
