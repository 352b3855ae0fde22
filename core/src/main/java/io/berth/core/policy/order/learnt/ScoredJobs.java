package io.berth.core.policy.order.learnt;

import io.berth.core.model.Model;
import io.berth.core.model.QueueScores;
import io.berth.core.policy.Waiting;
import java.util.Arrays;

/**
 * Some of the jobs that wait, each a row of a model's columns with the score that the model gave it. Which jobs they are is said by
 * who uses it. It allocates nothing after it was made. For one thread.
 */
public final class ScoredJobs implements ScoredRows {
    private final QueueScores scores;
    private final JobRow columns;
    private final int[] places;
    private int count;

    ScoredJobs(Model model) {
        this.scores = new QueueScores(model);
        this.columns = new JobRow(model.columns().columns(), model.longestNanos());
        this.places = new int[model.rows()];
    }

    @Override
    public Model model() {
        return scores.model();
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int place(int row) {
        return places[row];
    }

    @Override
    public float score(int row) {
        return scores.score(row);
    }

    @Override
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
        columns.begin(waiting);
        for (int row = 0; row < looked; row++) {
            columns.write(waiting, places[row], scores.rows(), QueueScores.at(row));
        }
        return places[scores.best(looked)];
    }
}
