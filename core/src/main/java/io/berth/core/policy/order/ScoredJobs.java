package io.berth.core.policy.order;

import io.berth.core.model.JobColumns;
import io.berth.core.model.JobColumns.SubmittedJob;
import io.berth.core.model.Model;
import io.berth.core.model.QueueScores;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.Waiting;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the jobs that wait, each a row of a model's columns with the score that the model gave it. Which jobs they are is said by
 * who uses it. It allocates nothing after it was made. For one thread.
 */
public final class ScoredJobs {
    /** The least power of two that holds queues as they are; a longer one is computed anew where two jobs share a slot. */
    private static final int SLOTS = 4096;

    private static final float UNKNOWN = 1;

    private final QueueScores scores;
    private final JobColumns columns;
    private final int[] places;
    private final float[] fixed = new float[SLOTS * JobColumns.COUNT];
    private final @Nullable JobSpec[] slots = new JobSpec[SLOTS];
    private double machine = -1;
    private int count;

    ScoredJobs(Model model) {
        this.scores = new QueueScores(model);
        this.columns = model.columns().columns();
        this.places = new int[model.rows()];
    }

    /** What scores them. */
    public Model model() {
        return scores.model();
    }

    /** How many were looked at, in rows from 0. */
    public int count() {
        return count;
    }

    /** The place in {@link Waiting} of the job in {@code row}. */
    public int place(int row) {
        return places[row];
    }

    /** The score of the job in {@code row}; the highest goes first, of equal ones the first row. */
    public float score(int row) {
        return scores.score(row);
    }

    /** The columns of the job in {@code row}, a copy. */
    public float[] row(int row) {
        return Arrays.copyOfRange(scores.rows(), QueueScores.at(row), QueueScores.at(row + 1));
    }

    /** Where the places of the jobs to be looked at are written. */
    int[] places() {
        return places;
    }

    /** The place of the best of the {@code looked} jobs whose {@link #places()} are written. */
    int best(Waiting waiting, int looked) {
        count = looked;
        boolean gpus = waiting.totalGpuMilli() > 0;
        double all = gpus ? waiting.totalGpuMilli() : waiting.totalCpuMilli();
        float free = (float) ((gpus ? waiting.freeGpuMilli() : waiting.freeCpuMilli()) / StrictMath.max(all, 1));
        follow(all / 1000);
        for (int row = 0; row < looked; row++) {
            write(waiting, places[row], QueueScores.at(row), free);
        }
        return places[scores.best(looked)];
    }

    /** A slot serves the very spec that it was filled for: comparing by value would cost more than filling it. */
    @SuppressWarnings("ReferenceEquality")
    private void write(Waiting waiting, int place, int at, float free) {
        QueuedJob job = waiting.job(place);
        JobSpec spec = job.spec();
        int slot = (int) (job.id() & (SLOTS - 1));
        if (slots[slot] != spec) {
            slots[slot] = spec;
            columns.fix(submitted(spec), fixed, slot * JobColumns.COUNT);
        }
        System.arraycopy(fixed, slot * JobColumns.COUNT, scores.rows(), at, JobColumns.COUNT);
        long waited = waiting.nowNanos() - job.submitNanos();
        columns.wait(scores.rows(), at, waited, expected(spec));
        columns.room(scores.rows(), at, waiting.mayFit(place), free);
        columns.date(scores.rows(), at, waited, waiting.nowNanos());
    }

    private SubmittedJob submitted(JobSpec spec) {
        return new SubmittedJob(
                expected(spec),
                scores.model().longestNanos(),
                SortKey.processors(spec),
                StrictMath.max(machine, 1),
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    /** Of a job whose user expects nothing, as long as the longest. */
    private long expected(JobSpec spec) {
        return spec.estimateNanos() == Nanos.NEVER ? scores.model().longestNanos() : spec.estimateNanos();
    }

    /** Shares of the machine are others once it has grown or shrunk. */
    private void follow(double processors) {
        if (processors != machine) {
            machine = processors;
            Arrays.fill(slots, null);
        }
    }
}
