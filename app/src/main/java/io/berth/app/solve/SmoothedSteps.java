package io.berth.app.solve;

import io.berth.optimize.dual.SmoothedDual;
import io.berth.optimize.dual.SmoothedDual.Iteration;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The dual that prices tasks and room, from prices of zero: plain steps and smoothed ones beside each other, in the units of the problem's author. */
final class SmoothedSteps {
    private static final int STEPS = 200;

    /**
     * One step of both.
     *
     * @param plain what the dual function is at the prices of the plain steps
     * @param plainBound the best of it so far: no assignment is better
     * @param smoothing how much the other was smoothed
     * @param smoothed what the smoothed function is at its prices
     * @param there what the plain function is at these prices
     * @param smoothedBound the best of that so far
     */
    record Step(
            int number,
            double plain,
            double plainBound,
            double smoothing,
            double smoothed,
            double there,
            double smoothedBound) {}

    private SmoothedSteps() {}

    /** The steps, where the smoothing is {@code smoothing} at first; none where there are none. */
    static List<Step> of(StatedProblem problem, double smoothing) {
        DenseProblem form = DualSteps.small(problem);
        double unit = problem.unit().perOneAsDouble();
        List<Iteration> plain = SmoothedDual.run(form, problem.leavesOut(), 0, STEPS);
        List<Iteration> smoothed = SmoothedDual.run(form, problem.leavesOut(), smoothing * unit, STEPS);
        List<Step> steps = new ArrayList<>();
        for (int at = 0; at < STEPS; at++) {
            Iteration one = plain.get(at);
            Iteration other = smoothed.get(at);
            steps.add(new Step(
                    one.number(),
                    DualSteps.value(problem, one.value()),
                    DualSteps.value(problem, one.bound()),
                    other.smoothing() / unit,
                    DualSteps.value(problem, other.smoothedValue()),
                    DualSteps.value(problem, other.value()),
                    DualSteps.value(problem, other.bound())));
        }
        return steps;
    }

    /** Some of the steps as a table: 1, 2, 5, 10 and so on. */
    static String text(List<Step> steps) {
        TextTable table =
                new TextTable(List.of("step", "plain", "best", "smoothing", "smoothed", "plain there", "best there"));
        for (Step step : steps) {
            if (told(step.number())) {
                table.row(List.of(
                        Integer.toString(step.number()),
                        shown(step.plain()),
                        shown(step.plainBound()),
                        String.format(Locale.ROOT, "%.4f", step.smoothing()),
                        shown(step.smoothed()),
                        shown(step.there()),
                        shown(step.smoothedBound())));
            }
        }
        return "both priced, from prices of 0: plain steps, and smoothed ones\n" + table.text();
    }

    private static boolean told(int number) {
        int first = number;
        while (first >= 10 && first % 10 == 0) {
            first /= 10;
        }
        return first == 1 || first == 2 || first == 5;
    }

    private static String shown(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
