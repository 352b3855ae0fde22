package io.berth.optimize.strategy;

import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowQuestion;

/**
 * Plans windows of the queue by the method that the question names. One for each engine; it remembers costs between questions, which
 * saves work and changes no answer.
 */
public final class WindowSolver implements WindowPlanner {
    private static final double PPM = 1e6;

    private final PlacementCosts costs = new PlacementCosts();

    @Override
    public WindowAnswer plan(WindowQuestion question) {
        if (first(question) > question.planning().work()) {
            return WindowAnswer.failed(0);
        }
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        switch (question.planning().method()) {
            case "fgd-lookahead" -> Construction.inTurn(trial);
            case "hungarian" -> MatchingSearch.improve(trial);
            case "ilp" -> BranchSearch.improve(trial);
            case "dual" -> ExchangeSearch.improve(trial);
            default -> {
                return WindowAnswer.failed(trial.work());
            }
        }
        double bound = trial.alone();
        double gap = bound > 0 ? StrictMath.max(0, bound - trial.worthApart()) / bound : 0;
        WindowAnswer answer = new WindowAnswer(true, trial.starts(), StrictMath.round(gap * PPM), trial.work());
        // What the costs remember is of the nodes without the plan.
        trial.clear();
        return answer;
    }

    /** The work of the least that can be done: every task tried on every node, and placed among the others. */
    private static long first(WindowQuestion question) {
        long shapes = question.jobs().stream().map(WindowJob::shape).distinct().count();
        long tasks = question.jobs().stream().mapToLong(WindowJob::tasks).sum();
        return shapes * question.nodes().count() + tasks * (tasks + 4);
    }
}
