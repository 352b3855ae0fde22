package io.berth.optimize.enumeration;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;

/**
 * Tries all assignments, task by task, and leaves out those that cannot be better than one that was found: what the tasks still open
 * cost at least, each by itself, is added to what is spent. What remains is a proof. One thread; for small problems.
 */
public final class Exhaustive implements Solver {
    /** Pairs beyond which nobody waits for an end. */
    public static final long MOST_PAIRS = 1 << 14;

    /** Whether {@code problem} is small enough to be taken at all. */
    public static boolean takes(Problem problem) {
        return (long) problem.tasks() * problem.agents() <= MOST_PAIRS;
    }

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        if (!takes(problem)) {
            throw new IllegalArgumentException("exhaustive search is for small problems, of at most " + MOST_PAIRS
                    + " pairs; this one has " + (long) problem.tasks() * problem.agents());
        }
        Enumeration enumeration = new Enumeration(problem, effort, watcher);
        if (!enumeration.possible()) {
            return Answer.infeasible(enumeration.work());
        }
        watcher.bounded(enumeration.leastCost());
        return enumeration.run();
    }
}
