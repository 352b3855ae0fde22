package io.berth.optimize.bound.classed;

/** What tasks of a class choose at some prices, exceptions aside. */
public final class ClassChoice {
    private final ClassTable table;
    private final int taskClass;
    private final double[] shares;
    private final int[] best;
    private final double[] bestValues;
    private double least;
    private double sum;
    private double excess;

    public ClassChoice(ClassTable table, int taskClass, int agents, int kept) {
        this.table = table;
        this.taskClass = taskClass;
        this.shares = new double[agents];
        this.best = new int[kept];
        this.bestValues = new double[kept];
    }

    public void choose(double[] prices, double smoothing) {
        table.price(taskClass, prices, 1, shares);
        ClassTable.lowest(shares, best);
        for (int at = 0; at < best.length; at++) {
            bestValues[at] = best[at] < 0 ? Double.POSITIVE_INFINITY : shares[best[at]];
        }
        least = bestValues[0];
        sum = 0;
        excess = 0;
        double reach = Response.REACH * smoothing;
        for (int agent = 0; agent < shares.length; agent++) {
            double above = shares[agent] - least;
            double share = above < reach ? Decay.of(above / smoothing) : 0;
            shares[agent] = share;
            sum += share;
            excess += share > 0 ? share * above : 0;
        }
    }

    /** How much an agent gets for each part that the best one gets. */
    public double share(int agent) {
        return shares[agent];
    }

    /** What the best agent costs. */
    double least() {
        return least;
    }

    /** The sum of all shares. */
    public double sum() {
        return sum;
    }

    /** The sum of all shares times what they cost more than the best. */
    double excess() {
        return excess;
    }

    /** The place among the best of the first agent that is none of those given, or -1. */
    int firstOtherThan(int[] agents, int from, int to) {
        return ClassTable.firstOtherThan(best, agents, from, to);
    }

    /** The agent at a place among the best. */
    int best(int place) {
        return best[place];
    }

    double bestValue(int place) {
        return bestValues[place];
    }
}
