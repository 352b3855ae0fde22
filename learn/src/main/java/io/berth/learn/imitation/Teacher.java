package io.berth.learn.imitation;

import io.berth.learn.environment.ordering.QueueOrdering;

/** Who shows how a queue is ordered. For one thread. */
@FunctionalInterface
public interface Teacher {
    /**
     * The row of {@code environment} that goes next. Writes a key for each of its {@link QueueOrdering#rows()} rows: what the teacher
     * likes as much as its choice has the same key, all else a larger one. Changes nothing of the environment.
     */
    int choose(QueueOrdering environment, long[] keys);

    /** The row with the smallest key, of equal ones that of the job that was submitted first. */
    static int first(QueueOrdering environment, long[] keys) {
        int best = 0;
        for (int row = 1; row < environment.rows(); row++) {
            boolean before =
                    keys[row] < keys[best] || keys[row] == keys[best] && environment.job(row) < environment.job(best);
            if (before) {
                best = row;
            }
        }
        return best;
    }
}
