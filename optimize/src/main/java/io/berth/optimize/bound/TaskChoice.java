package io.berth.optimize.bound;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;

/** What single tasks of a classed problem choose: their class's choice without the agents of their exceptions, and these. */
final class TaskChoice {
    private final ClassedProblem problem;
    private final ClassTable table;
    private final double[] prices;
    private final double smoothing;
    private final double[] values;

    TaskChoice(ClassedProblem problem, ClassTable table, double[] prices, double smoothing, int longest) {
        this.problem = problem;
        this.table = table;
        this.prices = prices;
        this.smoothing = smoothing;
        this.values = new double[longest];
    }

    /** Adds what a task chooses to {@code part}, but for what it takes of its class's choice, which it says. */
    double choose(int task, ClassChoice ofClass, Response part) {
        int from = problem.exceptions().starts()[task];
        int to = problem.exceptions().starts()[task + 1];
        if (from == to) {
            part.plain += ofClass.least();
            part.smoothed += ofClass.least() - smoothing * StrictMath.log(ofClass.sum());
            part.excess += ofClass.excess() / ofClass.sum();
            return 1 / ofClass.sum();
        }
        int[] agents = problem.exceptions().agents();
        int place = ofClass.firstOtherThan(agents, from, to);
        double other = place < 0 ? Double.POSITIVE_INFINITY : ofClass.bestValue(place);
        double least = Math.min(other, priceExceptions(task, from, to));
        part.plain += least;
        boolean alone = other - ofClass.least() > Response.REACH * smoothing;
        double factor = alone ? 0 : factor(least - ofClass.least());
        double sum = factor * ofClass.sum();
        double excess = factor * (ofClass.excess() + (ofClass.least() - least) * ofClass.sum());
        for (int at = from; at < to && factor > 0; at++) {
            double share = factor * ofClass.share(agents[at]);
            sum -= share;
            excess -= share > 0 ? share * (classValue(problem.taskClass(task), agents[at]) - least) : 0;
        }
        double single = share(other - least);
        double classSum = Math.max(single, alone ? 0 : sum);
        double total = classSum;
        excess = alone ? single * Math.max(0, single > 0 ? other - least : 0) : Math.max(0, excess);
        for (int at = 0; at < to - from; at++) {
            double above = values[at] - least;
            values[at] = share(above);
            total += values[at];
            excess += values[at] > 0 ? values[at] * above : 0;
        }
        part.smoothed += least - smoothing * StrictMath.log(total);
        part.excess += excess / total;
        use(task, ofClass, factor / total, total, part.used);
        if (alone && single > 0) {
            table.add(problem.taskClass(task), ofClass.best(place), single / total, part.used);
        }
        return factor / total;
    }

    private double classValue(int taskClass, int agent) {
        return table.cost(taskClass, agent) + table.use(taskClass, agent, prices);
    }

    /** Fills {@code values} and says the lowest. */
    private double priceExceptions(int task, int from, int to) {
        int taskClass = problem.taskClass(task);
        double least = Double.POSITIVE_INFINITY;
        for (int at = from; at < to; at++) {
            int cost = table.exceptionCost(at);
            int agent = problem.exceptions().agents()[at];
            values[at - from] =
                    cost == Problem.FORBIDDEN ? Double.POSITIVE_INFINITY : cost + table.use(taskClass, agent, prices);
            least = Math.min(least, values[at - from]);
        }
        return least;
    }

    /** What the class's shares are multiplied by when the best is so much dearer than the class's. */
    private double factor(double dearer) {
        return dearer > 0 ? 1 / Decay.of(dearer / smoothing) : share(-dearer);
    }

    private double share(double above) {
        return above < Response.REACH * smoothing ? Decay.of(above / smoothing) : 0;
    }

    /** Takes the class's part off the agents of exceptions, and adds what they get as exceptions. */
    private void use(int task, ClassChoice ofClass, double classPart, double total, double[] used) {
        int from = problem.exceptions().starts()[task];
        int taskClass = problem.taskClass(task);
        for (int at = from; at < problem.exceptions().starts()[task + 1]; at++) {
            int agent = problem.exceptions().agents()[at];
            double share = values[at - from] / total - classPart * ofClass.share(agent);
            if (share != 0) {
                table.add(taskClass, agent, share, used);
            }
        }
    }
}
