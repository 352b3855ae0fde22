package io.berth.app.solve;

import io.berth.optimize.bound.room.LagrangianRelaxation.Kind;
import io.berth.optimize.dual.DualIteration;
import io.berth.optimize.dual.StepwiseDual;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.problem.DenseProblem;
import io.berth.spec.input.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Each iteration of the duals of a small problem, in the names and units of its author. */
final class DualSteps {
    private static final int MOST_PAIRS = 400;
    private static final int MOST_ITERATIONS = 30;

    /** Digits of multipliers and relaxed values that are shown. */
    private static final MathContext SHOWN = new MathContext(5, RoundingMode.HALF_EVEN);

    /**
     * One iteration.
     *
     * @param relaxed the constraints that are priced: {@code capacity}, {@code assignment} or {@code both}
     * @param prices of room by agent (and resource, where there are several), of tasks by task
     * @param choice the agents that the subproblems chose, by task
     * @param value of the relaxed problem
     * @param bound the best so far
     * @param repaired the agent of each task in the assignment made of the choice; null where there was no room
     * @param repairedValue its value
     */
    record Step(
            String relaxed,
            int number,
            SequencedMap<String, BigDecimal> prices,
            SequencedMap<String, List<String>> choice,
            BigDecimal value,
            BigDecimal bound,
            @Nullable SequencedMap<String, String> repaired,
            @Nullable BigDecimal repairedValue) {}

    private final StatedProblem problem;
    private final List<Step> steps = new ArrayList<>();

    private DualSteps(StatedProblem problem) {
        this.problem = problem;
    }

    /** The iterations of the relaxations, one after another. */
    static List<Step> of(StatedProblem problem, List<Kind> kinds) {
        DenseProblem form = small(problem);
        DualSteps steps = new DualSteps(problem);
        for (Kind kind : kinds) {
            StepwiseDual.run(form, kind, MOST_ITERATIONS, steps::add);
        }
        return steps.steps;
    }

    /**
     * The normal form of a problem whose duals can be shown step by step.
     *
     * @throws InputException where it is none
     */
    static DenseProblem small(StatedProblem problem) {
        boolean small = (long) problem.form().tasks() * problem.form().agents() <= MOST_PAIRS;
        if (problem.objective() == Objective.MAKESPAN) {
            throw new InputException(
                    "--explain",
                    "goes not with objective: makespan, which is found by bisection over several problems");
        }
        if (!small || !(problem.form() instanceof DenseProblem form)) {
            throw new InputException(
                    "--explain",
                    "prints each iteration, so it is for problems of at most " + MOST_PAIRS + " pairs; this one has "
                            + (long) problem.form().tasks() * problem.form().agents());
        }
        return form;
    }

    private void add(DualIteration iteration) {
        SequencedMap<String, List<String>> choice = new LinkedHashMap<>();
        for (int task = 0; task < iteration.choice().length; task++) {
            List<String> chosen = new ArrayList<>();
            for (int agent : iteration.choice()[task]) {
                chosen.add(agent(agent));
            }
            choice.put(problem.tasks().of(task), chosen);
        }
        boolean repaired = iteration.repaired() != null;
        steps.add(new Step(
                iteration.relaxation().name().toLowerCase(Locale.ROOT),
                iteration.number(),
                prices(iteration),
                choice,
                shown(value(iteration.value())),
                problem.value(iteration.bound()),
                repaired(iteration),
                repaired ? problem.value(iteration.repairedCost()) : null));
    }

    private @Nullable SequencedMap<String, String> repaired(DualIteration iteration) {
        int[] agents = iteration.repaired();
        if (agents == null) {
            return null;
        }
        SequencedMap<String, String> names = new LinkedHashMap<>();
        for (int task = 0; task < agents.length; task++) {
            names.put(problem.tasks().of(task), agent(agents[task]));
        }
        return names;
    }

    private SequencedMap<String, BigDecimal> prices(DualIteration iteration) {
        SequencedMap<String, BigDecimal> prices = new LinkedHashMap<>();
        int agents = problem.form().agents();
        boolean several = problem.form().resources() > 1;
        for (int at = 0; at < iteration.roomPrices().length; at++) {
            int agent = at % agents;
            if (problem.leavesOut() && agent == agents - 1) {
                continue;
            }
            String name = agent(agent) + (several ? " " + resource(at / agents) : "");
            prices.put(name, shown(iteration.roomPrices()[at] * perUnit(at / agents)));
        }
        for (int task = 0; task < iteration.taskPrices().length; task++) {
            prices.put(problem.tasks().of(task), shown(value(iteration.taskPrices()[task])));
        }
        return prices;
    }

    /** A value of the author's for costs that need not be whole. */
    private double value(double cost) {
        return value(problem, cost);
    }

    /** The same of {@code problem}. */
    static double value(StatedProblem problem, double cost) {
        double turned = problem.value(1).signum() < 0 ? -cost : cost;
        return turned / problem.unit().perOneAsDouble();
    }

    /** What turns a price of a unit of the normal form into one of 1 of a resource. */
    private double perUnit(int resource) {
        double units = problem.rooms().stream()
                .filter(room -> room.index() == resource)
                .mapToDouble(room -> room.unit().perOneAsDouble())
                .findFirst()
                .orElse(1);
        return units / problem.unit().perOneAsDouble();
    }

    private String resource(int index) {
        return problem.rooms().stream()
                .filter(room -> room.index() == index)
                .map(StatedProblem.Room::name)
                .findFirst()
                .orElse("tasks");
    }

    private String agent(int formAgent) {
        int agent = problem.agent(formAgent);
        if (agent == StatedProblem.LEFT_OUT) {
            return "nobody";
        }
        String name = problem.agents().of(agent);
        if (problem.objective() != Objective.TOTAL_COMPLETION) {
            return name;
        }
        int after = problem.fromTheEnd(formAgent);
        return name + (after == 0 ? " (last)" : " (" + after + " after)");
    }

    private static BigDecimal shown(double number) {
        BigDecimal rounded = new BigDecimal(number).round(SHOWN);
        if (rounded.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal shortest = rounded.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }
}
