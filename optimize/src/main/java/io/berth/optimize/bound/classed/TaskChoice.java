package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;

/** What single tasks of a classed problem choose: their class's choice without the agents of their exceptions, and these. */
final class TaskChoice {
    private final ClassedProblem problem;
    private final ClassTable table;
    private final double[] prices;
    private final double smoothing;
    private final double[] values;
    private double least;
    private double sum;
    private double excess;

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
            add(ofClass.least(), ofClass.sum(), ofClass.excess(), part);
            return 1 / ofClass.sum();
        }
        int place = ofClass.firstOtherThan(problem.exceptions().agents(), from, to);
        double other = place < 0 ? Double.POSITIVE_INFINITY : ofClass.bestValue(place);
        least = Math.min(other, priceExceptions(task, from, to));
        // Where the best agents of the class are all exceptions, the sums of the class without them would be rounding
        // errors.
        boolean shared = place >= 0 && other - ofClass.least() <= Response.REACH * smoothing;
        double factor = shared ? factor(least - ofClass.least()) : 0;
        double single = shared ? 0 : share(other - least);
        sum = single;
        excess = single > 0 ? single * (other - least) : 0;
        if (factor > 0) {
            takeClass(task, ofClass, factor, share(other - least));
        }
        takeExceptions(to - from);
        add(least, sum, excess, part);
        use(task, ofClass, factor / sum, sum, part.used);
        if (single > 0) {
            table.add(problem.taskClass(task), ofClass.best(place), single / sum, part.used);
        }
        return factor / sum;
    }

    private void add(double cheapest, double shares, double dearer, Response part) {
        part.plain += cheapest;
        part.smoothed += cheapest - smoothing * StrictMath.log(shares);
        part.excess += dearer / shares;
    }

    /** Adds the class's shares without those of exceptions; at least {@code floor}, the share of the best of the rest. */
    private void takeClass(int task, ClassChoice ofClass, double factor, double floor) {
        double shares = factor * ofClass.sum();
        double dearer = factor * (ofClass.excess() + (ofClass.least() - least) * ofClass.sum());
        int[] agents = problem.exceptions().agents();
        for (int at = problem.exceptions().starts()[task];
                at < problem.exceptions().starts()[task + 1];
                at++) {
            double share = factor * ofClass.share(agents[at]);
            shares -= share;
            dearer -= share > 0 ? share * (classValue(problem.taskClass(task), agents[at]) - least) : 0;
        }
        sum += Math.max(floor, shares);
        excess += Math.max(0, dearer);
    }

    private void takeExceptions(int count) {
        for (int at = 0; at < count; at++) {
            double above = values[at] - least;
            values[at] = share(above);
            sum += values[at];
            excess += values[at] > 0 ? values[at] * above : 0;
        }
    }

    private double classValue(int taskClass, int agent) {
        return table.cost(taskClass, agent) + table.use(taskClass, agent, prices);
    }

    /** Fills {@code values} and says the lowest. */
    private double priceExceptions(int task, int from, int to) {
        int taskClass = problem.taskClass(task);
        double cheapest = Double.POSITIVE_INFINITY;
        for (int at = from; at < to; at++) {
            int cost = table.exceptionCost(at);
            int agent = problem.exceptions().agents()[at];
            values[at - from] =
                    cost == Problem.FORBIDDEN ? Double.POSITIVE_INFINITY : cost + table.use(taskClass, agent, prices);
            cheapest = Math.min(cheapest, values[at - from]);
        }
        return cheapest;
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
