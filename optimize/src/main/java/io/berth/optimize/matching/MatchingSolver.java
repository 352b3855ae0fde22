package io.berth.optimize.matching;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Solves problems in which an agent does a number of tasks, whichever they are: one, a few, any. Each of its places is a column for
 * {@link Hungarian}; the answer is optimal and proved to be, or there is none.
 */
public final class MatchingSolver implements Solver {
    /** Cells of a matrix: 2 GiB of them. */
    private static final long MOST_CELLS = 1L << 28;

    /** Whether {@code problem} is of this kind. */
    public static boolean takes(Problem problem, Effort effort) {
        Places places = Places.of(problem, effort.late());
        return places != null && fits(problem, places);
    }

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        Places places = Places.of(problem, effort.late());
        if (effort.late().getAsBoolean()) {
            return Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, 0);
        }
        if (places == null) {
            throw new IllegalArgumentException(
                    "hungarian is for problems in which each agent does a fixed number of tasks whatever their sizes, such"
                            + " as one; here which tasks fit together depends on their sizes");
        }
        if (!fits(problem, places)) {
            throw new IllegalArgumentException("hungarian needs an array of " + (long) problem.tasks() * places.count()
                    + " costs for this problem; it takes " + MOST_CELLS);
        }
        long work = (long) problem.tasks() * places.count();
        if (places.count() < problem.tasks()) {
            return Answer.infeasible(work);
        }
        @Nullable Matching matching = Hungarian.solve(matrix(problem, places), effort.late());
        if (matching == null) {
            return effort.late().getAsBoolean()
                    ? Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, work)
                    : Answer.infeasible(work);
        }
        int[] agents = new int[problem.tasks()];
        Arrays.setAll(agents, task -> places.agent(matching.columnOfRow()[task]));
        watcher.found(matching.cost(), agents);
        watcher.bounded(matching.cost());
        return Answer.of(agents, matching.cost(), matching.cost(), work);
    }

    private static boolean fits(Problem problem, Places places) {
        return (long) problem.tasks() * places.count() <= MOST_CELLS;
    }

    private static CostMatrix matrix(Problem problem, Places places) {
        int columns = places.count();
        long[] costs = new long[problem.tasks() * columns];
        for (int task = 0, at = 0; task < problem.tasks(); task++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                int until = task * columns + places.starts()[agent + 1];
                Arrays.fill(
                        costs,
                        at,
                        until,
                        problem.allows(task, agent) ? problem.cost(task, agent) : CostMatrix.FORBIDDEN);
                at = until;
            }
        }
        return new CostMatrix(problem.tasks(), columns, costs);
    }
}
