package io.berth.optimize.dual;

import io.berth.optimize.bound.CapacityDual;
import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.large.LargeSolver;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Impossibility;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.search.Candidates;
import io.berth.optimize.search.Greedy;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;

/**
 * Bounds by Lagrangian duals, assignments from them: the dual of capacities gives prices of room, which say which agents each task
 * should look at; from there the dual of assignment is raised while lanes beside it dive from its prices and better what they find.
 * Large problems are left at the first dual: {@link LargeSolver}.
 */
public final class DualSolver implements Solver {
    /** How many agents each task looks at. */
    private static final int CANDIDATES = 16;

    /**
     * Above so many pairs the two bounds all but meet (0.04 % apart on type d with 80 agents and 1,600 tasks), and knapsacks of all
     * agents take seconds.
     */
    private static final long LARGE = 2_000_000;

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        if (problem.tasks() == 0) {
            return Answer.of(new int[0], 0, 0, 0);
        }
        if ((long) problem.tasks() * problem.agents() > LARGE) {
            return new LargeSolver().solve(problem, effort, watcher);
        }
        if (Impossibility.of(problem) != null) {
            return Answer.infeasible((long) problem.tasks() * problem.agents());
        }
        return solveDense(DenseProblem.of(problem), effort, watcher);
    }

    private Answer solveDense(DenseProblem problem, Effort effort, Watcher watcher) {
        CapacityPrices capacity = CapacityDual.of(problem).ascend(effort, watcher);
        if (capacity.bound() == Long.MAX_VALUE) {
            return Answer.infeasible(capacity.work());
        }
        double[] weights = Greedy.weights(problem, capacity.flat());
        Candidates candidates = Candidates.of(problem, CANDIDATES, weights, effort.late());
        Terms terms = new Terms(problem, capacity.flat(), weights, candidates);
        return new Rounds(terms, capacity, effort, watcher).run();
    }
}
