package io.berth.optimize.large;

import io.berth.optimize.bound.CapacityDual;
import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.bound.ClassedLists;
import io.berth.optimize.bound.OptionLists;
import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Crew;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;

/**
 * Solves large problems, dense or classed: prices of capacities and their bound by {@link CapacityDual}, then for each task the few
 * options that cost least at these prices, a first allocation, and ejection chains. Memory beyond the problem is that of tasks times
 * options.
 */
public final class LargeSolver implements Solver {
    private static final int OPTIONS = 20;
    /** Costs are whole numbers, so what differs by less may be equal but for errors of prices. */
    private static final double BLUR = 1;

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        CapacityPrices prices = CapacityDual.of(problem).ascend(effort.within(effort.work() / 2), watcher);
        if (prices.bound() == Long.MAX_VALUE) {
            return Answer.infeasible(prices.work());
        }
        Options options = options(problem, prices, effort).withSpares();
        Oscillation search = new Oscillation(problem, options, prices, effort, watcher);
        search.run();
        return Answer.of(search.bestAgents(), search.best(), prices.bound(), prices.work() + search.work());
    }

    private static Options options(Problem problem, CapacityPrices prices, Effort effort) {
        try (Crew crew = new Crew(effort.threads())) {
            return problem instanceof DenseProblem dense
                    ? OptionLists.best(dense, prices.flat(), OPTIONS, BLUR, crew)
                    : new ClassedLists((ClassedProblem) problem, prices, OPTIONS, crew).of(OPTIONS, effort.seed());
        }
    }
}
