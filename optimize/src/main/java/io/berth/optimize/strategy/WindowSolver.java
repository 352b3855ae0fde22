package io.berth.optimize.strategy;

import io.berth.core.window.WindowAnswer;
import io.berth.core.window.WindowPlanner;
import io.berth.core.window.WindowQuestion;

/**
 * Plans windows of the queue by the method that the question names. One for each engine; it remembers costs between questions, which
 * saves work and changes no answer.
 */
public final class WindowSolver implements WindowPlanner {
    private static final double PPM = 1e6;

    private final PlacementCosts costs = new PlacementCosts();

    @Override
    public WindowAnswer plan(WindowQuestion question) {
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        long budget = question.planning().work();
        switch (question.planning().method()) {
            case "fgd-lookahead" -> Construction.inTurn(trial);
            case "hungarian" -> MatchingSearch.improve(trial, budget);
            case "dual", "ilp" -> ExchangeSearch.improve(trial, budget);
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
}
