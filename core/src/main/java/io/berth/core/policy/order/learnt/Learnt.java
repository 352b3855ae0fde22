package io.berth.core.policy.order.learnt;

import io.berth.core.model.Model;
import io.berth.core.policy.Waiting;
import java.util.function.IntPredicate;

/**
 * Goes by a model: of the waiting jobs it looks at, the one with the highest score is tried next.
 *
 * <p>Goals: whatever the model was trained for. Constraints: it looks at as many jobs as the model has rows; where more wait, at those
 * that {@link JobsInView} picks. Memory, user, group and program, which only logs tell of, count as unknown.
 *
 * <p>Algorithm: the columns of each job, then the model's perceptron on each row by itself, in plain Java with sums in a fixed order. A
 * model that scores −run goes shortest first: of jobs that expect 60 s and 600 s the first is tried.
 *
 * <p>Source: Zhang et al., RLScheduler, SC 2020, §IV-B.
 */
public final class Learnt implements Scoring {
    private static final IntPredicate ALL = _ -> true;

    private final ScoredJobs scored;
    private final JobsInView view = new JobsInView();

    /** Goes by {@code model}. */
    public Learnt(Model model) {
        this.scored = new ScoredJobs(model);
    }

    /** What it goes by. */
    public Model model() {
        return scored.model();
    }

    @Override
    public ScoredJobs scored() {
        return scored;
    }

    @Override
    public int choose(Waiting waiting) {
        return scored.best(waiting, view.look(waiting, ALL, scored.places()));
    }

    /** What the last choice said to the job that it looked at in {@code row}. */
    public float score(int row) {
        return scored.score(row);
    }
}
