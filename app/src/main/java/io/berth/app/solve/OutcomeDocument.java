package io.berth.app.solve;

import io.berth.app.solve.run.Outcome;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An outcome for programs; numbers as the problem's author counts them.
 *
 * @param status {@code optimal}, {@code feasible}, {@code infeasible} or {@code unknown}
 * @param gapPct the distance of value and bound in percent of the value
 * @param assignment the number of the agent of each task, from 0; null where it is left out
 * @param assignedTo the same by name
 * @param places with objective total_completion: how many tasks the agent does after this one
 * @param reason why there is no assignment; null where there is one
 * @param iterations each step of the duals, with {@code --explain}; null without
 * @param smoothed plain and smoothed steps of one of them, with {@code --smooth}; null without
 */
record OutcomeDocument(
        String status,
        @Nullable BigDecimal value,
        @Nullable BigDecimal bound,
        @Nullable Double gapPct,
        double seconds,
        @Nullable List<@Nullable Integer> assignment,
        @Nullable List<@Nullable String> assignedTo,
        @Nullable List<Integer> places,
        @Nullable String reason,
        @Nullable String problem,
        @Nullable String sense,
        @Nullable String objective,
        String method,
        @Nullable List<DualSteps.Step> iterations,
        @Nullable List<SmoothedSteps.Step> smoothed) {
    static OutcomeDocument of(
            Outcome outcome, @Nullable List<DualSteps.Step> iterations, @Nullable List<SmoothedSteps.Step> smoothed) {
        StatedProblem problem = outcome.problem();
        int[] agents = outcome.answer().agents();
        return new OutcomeDocument(
                lower(outcome.answer().status()),
                outcome.value(),
                outcome.bound(),
                outcome.gapPercent(),
                outcome.seconds(),
                problem == null || agents == null ? null : numbers(problem, agents),
                problem == null || agents == null ? null : names(problem, agents),
                problem == null || agents == null ? null : places(problem, agents),
                outcome.reason().isEmpty() ? null : outcome.reason(),
                problem == null ? null : problem.name(),
                problem == null ? null : lower(problem.sense()),
                problem == null ? null : lower(problem.objective()),
                outcome.method(),
                iterations,
                smoothed);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static List<@Nullable Integer> numbers(StatedProblem problem, int[] agents) {
        List<@Nullable Integer> numbers = new ArrayList<>();
        for (int agent : problem.agents(agents)) {
            numbers.add(agent == StatedProblem.LEFT_OUT ? null : Integer.valueOf(agent));
        }
        return numbers;
    }

    private static List<@Nullable String> names(StatedProblem problem, int[] agents) {
        List<@Nullable String> names = new ArrayList<>();
        for (int agent : problem.agents(agents)) {
            names.add(agent == StatedProblem.LEFT_OUT ? null : problem.agents().of(agent));
        }
        return names;
    }

    private static @Nullable List<Integer> places(StatedProblem problem, int[] agents) {
        if (problem.objective() != Objective.TOTAL_COMPLETION) {
            return null;
        }
        List<Integer> places = new ArrayList<>();
        for (int agent : agents) {
            places.add(problem.fromTheEnd(agent));
        }
        return places;
    }
}
