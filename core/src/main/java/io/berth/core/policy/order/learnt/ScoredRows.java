package io.berth.core.policy.order.learnt;

import io.berth.core.model.LearntModel;
import io.berth.core.policy.Waiting;

/** The jobs that an order looked at in its last choice, each a row of a model's columns with the score that the model gave it. */
public interface ScoredRows {
    /** What scores them. */
    LearntModel model();

    /** How many were looked at, in rows from 0. */
    int count();

    /** The place in {@link Waiting} of the job in {@code row}. */
    int place(int row);

    /** The score of the job in {@code row}; the highest goes first, of equal ones the first row. */
    float score(int row);

    /** The columns of the job in {@code row}, a copy. */
    float[] row(int row);
}
