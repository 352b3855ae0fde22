package io.berth.core.policy.order;

import io.berth.core.model.JobsInTurn;
import io.berth.core.model.Model;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.Waiting;
import io.berth.core.workload.JobSpec;

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
public final class Learnt implements Scoring {
    private final ScoredJobs scored;
    private final JobsInTurn turn = new JobsInTurn();

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
        return scored.best(waiting, look(waiting));
    }

    /** What the last choice said to the job that it looked at in {@code row}. */
    public float score(int row) {
        return scored.score(row);
    }

    /** Writes the places of the jobs to be looked at, and returns how many. */
    private int look(Waiting waiting) {
        int count = waiting.size();
        int[] places = scored.places();
        if (count <= places.length) {
            for (int place = 0; place < count; place++) {
                places[place] = place;
            }
            return count;
        }
        turn.begin(count);
        for (int place = 0; place < count; place++) {
            JobSpec spec = waiting.job(place).spec();
            turn.job(place, spec.estimateNanos(), SortKey.processors(spec));
        }
        turn.take(places.length, places);
        return places.length;
    }
}
