package io.berth.optimize.dual;

import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.SubgradientAscent;
import io.berth.optimize.solver.Effort;

/** Raises the dual of assignment and keeps some of what its knapsacks chose for others to repair. */
final class BoundLane implements Lane {
    /** Every so many steps a choice is kept. */
    private static final int STEPS_A_CHOICE = 20;

    private final AssignmentDual dual;
    private final SubgradientAscent ascent;
    private int steps;
    private long debt;
    private int[] choice;
    private boolean done;

    BoundLane(Terms terms, double[] taskPrices) {
        dual = new AssignmentDual(terms.problem(), terms.roomPrices());
        long[] start = new long[taskPrices.length];
        for (int task = 0; task < start.length; task++) {
            start[task] = Math.round(taskPrices[task] * (double) dual.scale());
        }
        ascent = new SubgradientAscent(dual, SubgradientAscent.Rule.DEFLECTED, start);
        choice = new int[0];
    }

    @Override
    public void run(Board board, long most, Effort effort) {
        long end = dual.work() + most - debt;
        while (!done && dual.work() < end && !effort.late().getAsBoolean()) {
            long value = ascent.evaluate();
            if (++steps % STEPS_A_CHOICE == 0) {
                choice = dual.cheapest().clone();
            }
            done = ascent.bound() >= board.value();
            ascent.move(value, Math.max(board.target(), (double) ascent.bound() + 1));
        }
        debt = done ? 0 : Math.max(0, dual.work() - end);
    }

    /** The best bound. */
    long bound() {
        return ascent.bound();
    }

    /** The prices that prove it, in cost units. */
    double[] taskPrices() {
        double[] prices = new double[ascent.best().length];
        for (int task = 0; task < prices.length; task++) {
            prices[task] = (double) ascent.best()[task] / (double) dual.scale();
        }
        return prices;
    }

    /** What knapsacks chose lately: the cheapest agent of each task, -1 where none took it; empty at first. */
    int[] choice() {
        return choice;
    }

    @Override
    public long work() {
        return dual.work();
    }
}
