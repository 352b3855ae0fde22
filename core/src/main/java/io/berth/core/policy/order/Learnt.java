package io.berth.core.policy.order;

import io.berth.core.model.JobColumns;
import io.berth.core.model.JobColumns.SubmittedJob;
import io.berth.core.model.JobsInTurn;
import io.berth.core.model.Model;
import io.berth.core.model.QueueScores;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.Waiting;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes by a model: of the waiting jobs it looks at, the one with the highest score is tried next.
 *
 * <p>Goals: whatever the model was trained for. Constraints: it looks at as many jobs as the model has rows; where more wait, at those
 * that {@link JobsInTurn} takes. Memory, user, group and program, which only logs tell of, count as unknown.
 *
 * <p>Algorithm: the columns of each job, then the model's perceptron on each row by itself, in plain Java with sums in a fixed order. A
 * model that scores −run goes shortest first: of jobs that expect 60 s and 600 s the first is tried.
 *
 * <p>Source: Zhang et al., RLScheduler, SC 2020, §IV-B.
 */
public final class Learnt implements Chooser {
    /** The least power of two that holds queues as they are; a longer one is computed anew where two jobs share a slot. */
    private static final int SLOTS = 4096;

    private static final float UNKNOWN = 1;

    private final QueueScores scores;
    private final JobColumns columns;
    private final JobsInTurn turn = new JobsInTurn();
    private final int[] places;
    private final float[] fixed = new float[SLOTS * JobColumns.COUNT];
    private final @Nullable JobSpec[] slots = new JobSpec[SLOTS];
    private double machine = -1;

    /** Goes by {@code model}. */
    public Learnt(Model model) {
        this.scores = new QueueScores(model);
        this.columns = model.columns().columns();
        this.places = new int[model.rows()];
    }

    /** What it goes by. */
    public Model model() {
        return scores.model();
    }

    @Override
    public int choose(Waiting waiting) {
        return places[scores.best(look(waiting))];
    }

    /** What the last choice said to the job that it looked at in {@code row}. */
    public float score(int row) {
        return scores.score(row);
    }

    /** Writes the rows of the jobs looked at, and returns how many. */
    private int look(Waiting waiting) {
        int count = waiting.size();
        if (count > places.length) {
            turn.begin(count);
            for (int place = 0; place < count; place++) {
                JobSpec spec = waiting.job(place).spec();
                turn.job(place, spec.estimateNanos(), SortKey.processors(spec));
            }
            count = places.length;
            turn.take(count, places);
        } else {
            for (int place = 0; place < count; place++) {
                places[place] = place;
            }
        }
        boolean gpus = waiting.totalGpuMilli() > 0;
        double all = gpus ? waiting.totalGpuMilli() : waiting.totalCpuMilli();
        float free = (float) ((gpus ? waiting.freeGpuMilli() : waiting.freeCpuMilli()) / StrictMath.max(all, 1));
        follow(all / 1000);
        for (int row = 0; row < count; row++) {
            write(waiting, places[row], QueueScores.at(row), free);
        }
        return count;
    }

    private void write(Waiting waiting, int place, int at, float free) {
        QueuedJob job = waiting.job(place);
        JobSpec spec = job.spec();
        int slot = (int) (job.id() & (SLOTS - 1));
        keep(spec, slot);
        System.arraycopy(fixed, slot * JobColumns.COUNT, scores.rows(), at, JobColumns.COUNT);
        long waited = waiting.nowNanos() - job.submitNanos();
        columns.wait(scores.rows(), at, waited, expected(spec));
        columns.room(scores.rows(), at, waiting.mayFit(place), free);
    }

    /** By identity: to compare all that a job says would cost more than what is saved. */
    @SuppressWarnings("ReferenceEquality")
    private void keep(JobSpec spec, int slot) {
        if (slots[slot] != spec) {
            slots[slot] = spec;
            columns.fix(submitted(spec), fixed, slot * JobColumns.COUNT);
        }
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
