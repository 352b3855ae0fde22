package io.berth.core.policy.joint;

import io.berth.core.cluster.Shape;
import io.berth.core.model.JointModel;
import io.berth.core.model.LearntModel;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Places;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.ScoredRows;
import io.berth.core.policy.order.learnt.Scoring;

/**
 * The job of the pair of job and node to which a model gives the highest score; {@link JointPlacement} by the same model then chooses the node
 * of that pair.
 *
 * <p>Goals: whatever the model was trained for; a job may go first because the node that is free now suits it better than others. Constraints:
 * only pairs that fit are looked at, so a job for which there is room nowhere is promised none, however long it waits: a bound on waits
 * ({@code bound}) brings it to its turn. It looks at as many jobs and nodes as the model's view says.
 *
 * <p>Algorithm: the columns of each pair ({@link PairRow}), then the model's perceptron, in plain Java with sums in a fixed order. The highest
 * score over all pairs is the highest over the jobs of the highest over their nodes, so nothing has to be remembered between the two: of
 * jobs a and b with scores 1 and 4, and 3 and 2, on nodes 0 and 1, a goes next, and for a node 1 scores higher. A gang is scored by what finds its
 * node first.
 *
 * <p>Source: a perceptron that scores each candidate by itself, Zhang et al., RLScheduler, SC 2020, §IV-B, over pairs in place of jobs.
 */
public final class JointOrder implements Scoring, ScoredRows {
    private final PairsInView view;
    private final JointScores scores;
    /** The place of the job in each row. */
    private final int[] places;
    /** The best pair of the job in each row. */
    private final int[] best;
    /** The first pair of the job in each row, and where those of the last end. */
    private final int[] from;

    private int count;

    /** Goes by {@code model}. */
    public JointOrder(JointModel model, Facts facts) {
        this.view = new PairsInView(model.view(), facts);
        this.scores = new JointScores(model, facts);
        this.places = new int[model.view().jobs()];
        this.best = new int[places.length];
        this.from = new int[places.length + 1];
    }

    /** What it goes by. */
    @Override
    public LearntModel model() {
        return scores.model();
    }

    @Override
    public int choose(Waiting waiting) {
        count = 0;
        Places where = waiting.places();
        int jobs = where == null ? 0 : view.look(waiting);
        if (where == null || jobs == 0) {
            return NONE;
        }
        int pairs = 0;
        for (int row = 0; row < jobs; row++) {
            places[row] = view.place(row);
            QueuedJob job = waiting.job(places[row]);
            Shape shape = where.firstShape(places[row]);
            scores.columns().begin(job, waiting.nowNanos());
            for (int i = 0; i < view.count(row); i++) {
                scores.write(where.nodes(), view.node(row, i), shape, pairs++);
            }
            from[row + 1] = pairs;
        }
        int chosen = scores.best(pairs);
        int of = 0;
        for (int row = 0; row < jobs; row++) {
            best[row] = scores.best(from[row], from[row + 1]);
            of = best[row] == chosen ? row : of;
        }
        count = jobs;
        return places[of];
    }

    @Override
    public ScoredRows scored() {
        return this;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int place(int row) {
        return places[row];
    }

    /** That of its best pair. */
    @Override
    public float score(int row) {
        return scores.score(best[row]);
    }

    /** That of its best pair. */
    @Override
    public float[] row(int row) {
        return scores.row(best[row]);
    }
}
