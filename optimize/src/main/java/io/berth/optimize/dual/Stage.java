package io.berth.optimize.dual;

import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.SubgradientAscent;
import io.berth.optimize.problem.DenseProblem;

/** One stage of a {@link Dive}: steps of the dual of the tasks that are open, counting which pairs they choose. */
final class Stage {
    /** Steps of a stage, and how many at its beginning do not count. */
    private static final int STEPS = 45;

    private static final int UNCOUNTED = 15;

    /** How far above the best value steps aim, as a part of it: far enough to move about. */
    private static final double AIM = 0.002;

    private final int[] tasks;
    private final AssignmentDual dual;
    private final SubgradientAscent ascent;
    private final int[] counts;
    private int steps;

    /**
     * @param taskPrices of all tasks, in cost units: where to begin
     */
    Stage(DenseProblem whole, double[] roomPrices, Part part, double[] taskPrices) {
        tasks = part.tasks();
        dual = new AssignmentDual(part.rest(tasks), roomPrices);
        long[] start = new long[tasks.length];
        for (int at = 0; at < tasks.length; at++) {
            start[at] = Math.round(taskPrices[tasks[at]] * (double) dual.scale());
        }
        ascent = new SubgradientAscent(dual, SubgradientAscent.Rule.DEFLECTED, start);
        counts = new int[tasks.length * whole.agents()];
    }

    /** One step; true where it was the last. */
    boolean step() {
        long value = ascent.evaluate();
        if (++steps > UNCOUNTED) {
            dual.countChosen(counts);
        }
        double best = (double) ascent.bestValue() / (double) dual.scale();
        ascent.move(value, best + Math.max(1, AIM * Math.abs(best)));
        return steps == STEPS;
    }

    /** What the open tasks cost at least. */
    long bound() {
        return ascent.bound();
    }

    int[] tasks() {
        return tasks;
    }

    /** How often pairs were chosen: open task after open task, one per agent. */
    int[] counts() {
        return counts;
    }

    /** Writes the prices where the steps ended. */
    void keepPrices(double[] taskPrices) {
        long[] ended = ascent.evaluated();
        for (int at = 0; at < tasks.length; at++) {
            taskPrices[tasks[at]] = (double) ended[at] / (double) dual.scale();
        }
    }

    long work() {
        return dual.work();
    }
}
