package io.berth.app.solve;

import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.matching.MatchingSolver;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;

/** What fits a problem: matching where that is all there is to it, all assignments where they are few, then the rest in turn. */
final class PortfolioSolver implements Solver {
    /** Steps of exhaustive search that take no time that anybody notices. */
    private static final long FEW_STEPS = 1 << 20;

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        if (MatchingSolver.takes(problem, effort)) {
            return new MatchingSolver().solve(problem, effort, watcher);
        }
        if (Exhaustive.takes(problem)) {
            Answer answer = new Exhaustive().solve(problem, effort.within(Math.min(FEW_STEPS, effort.work())), watcher);
            if (answer.status() == Answer.Status.OPTIMAL || answer.status() == Answer.Status.INFEASIBLE) {
                return answer;
            }
        }
        return new ExactSolver(Engine.CP_SAT).solve(problem, effort, watcher);
    }
}
