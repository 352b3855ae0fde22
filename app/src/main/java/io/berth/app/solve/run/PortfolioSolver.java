package io.berth.app.solve.run;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.exact.WarmStart;
import io.berth.optimize.matching.MatchingSolver;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.schedule.FreeSolver;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import org.jspecify.annotations.Nullable;

/**
 * What fits a problem: matching where that is all there is to it, all assignments where they are few, otherwise the duals; and where
 * these have come close in a part of the time, the exact solver goes on from what they found.
 */
final class PortfolioSolver implements Solver {
    /** Steps of exhaustive search that take no time that anybody notices. */
    private static final long FEW_STEPS = 1 << 20;

    /** In problems of more pairs the time is better spent on the duals. */
    private static final long MOST_PAIRS = 4000;

    /**
     * Of more pairs the exact solver needs long: with 1,000 to 4,000 of type d, and ten seconds, it leaves two to six times the gap
     * that the duals alone do.
     */
    private static final long SOON_PAIRS = 800;

    private static final long LONG_NANOS = 60_000_000_000L;

    /** Of the time that is left, one in so many parts is for the duals before the exact solver. */
    private static final long PARTS = 3;

    /** The same where there is no limit. */
    private static final long ENDLESS_PART_NANOS = 30_000_000_000L;

    private final Deadline deadline;
    private final boolean dualsFirst;

    private PortfolioSolver(Deadline deadline, boolean dualsFirst) {
        this.deadline = deadline;
        this.dualsFirst = dualsFirst;
    }

    /** @param deadline of which the duals get a part */
    static PortfolioSolver of(Deadline deadline) {
        return new PortfolioSolver(deadline, true);
    }

    /** For one question of many, whether a cost of 0 can be had: the exact solver mostly knows before the duals have begun. */
    static PortfolioSolver ofQuestions(Deadline deadline) {
        return new PortfolioSolver(deadline, false);
    }

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        if (MatchingSolver.takes(problem, effort)) {
            return new MatchingSolver().solve(problem, effort, watcher);
        }
        long work = 0;
        if (Exhaustive.takes(problem)) {
            Answer answer = new Exhaustive().solve(problem, effort.within(Math.min(FEW_STEPS, effort.work())), watcher);
            if (isProved(answer)) {
                return answer;
            }
            work = answer.work();
        }
        long pairs = (long) problem.tasks() * problem.agents();
        boolean soon = !dualsFirst || pairs <= SOON_PAIRS || deadline.leftNanos() >= LONG_NANOS;
        boolean exact = pairs <= MOST_PAIRS && soon && effort.work() == Long.MAX_VALUE;
        if (!exact) {
            return new DualSolver().solve(problem, effort.within(effort.work() - work), watcher);
        }
        @Nullable WarmStart start = null;
        if (dualsFirst) {
            Answer answer = new DualSolver().solve(problem, firstPart(effort), watcher);
            if (isProved(answer) || effort.late().getAsBoolean() || effort.satisfied(answer.value(), answer.bound())) {
                return answer;
            }
            start = new WarmStart(answer.agents(), answer.value(), answer.bound(), problem::allows);
        }
        try {
            Solver last = new ExactSolver(Engine.CP_SAT, start);
            return (dualsFirst ? last : new FreeSolver(last)).solve(problem, effort, watcher);
        } catch (UnsupportedOperationException missing) {
            // There is no exact solver for this system: the duals go on alone.
            return new DualSolver().solve(problem, effort, watcher);
        }
    }

    private Effort firstPart(Effort effort) {
        long until = deadline.elapsedNanos() + Math.min(ENDLESS_PART_NANOS, deadline.leftNanos() / PARTS);
        return new Effort(
                effort.seed(),
                effort.threads(),
                effort.work(),
                effort.gap(),
                () -> effort.late().getAsBoolean() || deadline.elapsedNanos() >= until);
    }

    private static boolean isProved(Answer answer) {
        return answer.status() == Answer.Status.OPTIMAL || answer.status() == Answer.Status.INFEASIBLE;
    }
}
