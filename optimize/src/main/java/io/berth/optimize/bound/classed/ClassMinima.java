package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Crew;

/** What tasks of a classed problem pay at least: exact where prices are whole numbers and sums are below 2<sup>53</sup>. */
final class ClassMinima {
    private final ClassedProblem problem;
    private final ClassTable table;
    private final double[] prices;
    private final double unit;
    private final int[][] best;
    private final double[][] values;

    /** @param unit what the costs are multiplied by, a power of two */
    ClassMinima(ClassedProblem problem, ClassTable table, double[] prices, double unit, Crew crew) {
        this.problem = problem;
        this.table = table;
        this.prices = prices;
        this.unit = unit;
        int kept = ClassedRelaxation.longest(problem) + 1;
        this.best = new int[table.classes()][kept];
        this.values = new double[table.classes()][kept];
        crew.each(table.classes(), taskClass -> {
            double[] priced = new double[problem.agents()];
            table.price(taskClass, prices, unit, priced);
            ClassTable.lowest(priced, best[taskClass]);
            for (int at = 0; at < kept; at++) {
                int agent = best[taskClass][at];
                values[taskClass][at] = agent < 0 ? Double.POSITIVE_INFINITY : priced[agent];
            }
        });
    }

    double least(int task) {
        int taskClass = problem.taskClass(task);
        ClassedProblem.Exceptions exceptions = problem.exceptions();
        int from = exceptions.starts()[task];
        int to = exceptions.starts()[task + 1];
        int place = ClassTable.firstOtherThan(best[taskClass], exceptions.agents(), from, to);
        double least = place < 0 ? Double.POSITIVE_INFINITY : values[taskClass][place];
        for (int at = from; at < to; at++) {
            int agent = exceptions.agents()[at];
            int cost = table.exceptionCost(at);
            if (cost != Problem.FORBIDDEN) {
                least = Math.min(least, cost * unit + table.use(taskClass, agent, prices));
            }
        }
        return least;
    }
}
