package io.berth.optimize.bound.room;

/**
 * A Lagrangian relaxation of a problem: some of its constraints are dropped, and breaking them is priced by multipliers instead.
 * Whatever the multipliers are, no assignment costs less than the cheapest choice of what is left (Fisher, "The Lagrangian
 * relaxation method for solving integer programming problems", Management Science 27, 1981).
 *
 * <p>Multipliers and values are integers of a {@link #scale} part of a cost unit, so that a value is exact and a bound is true.
 */
public interface LagrangianRelaxation {
    /** Which constraints are priced. */
    enum Kind {
        /** How much the agents hold: each task takes its best agent. */
        CAPACITY,
        /** That each task goes to one agent: each agent fills its knapsack. */
        ASSIGNMENT,
        /** Both: each pair decides for itself. */
        BOTH
    }

    Kind kind();

    /** How many parts a cost unit has here. */
    long scale();

    /** How many multipliers there are. */
    int multipliers();

    /** The smallest value of a multiplier: 0 where an inequality is priced. */
    long lowest(int at);

    /** The largest value of a multiplier for which sums stay exact. */
    long highest(int at);

    /**
     * The cheapest choice at these multipliers, in parts of a cost unit.
     *
     * @param multipliers in parts, each from {@link #lowest} to {@link #highest}
     * @param slopes set to how fast the value rises with each multiplier: by how much the constraint is broken
     */
    long evaluate(long[] multipliers, long[] slopes);

    /** Whether the last evaluation gave {@code task} to {@code agent}. */
    boolean chosen(int task, int agent);

    /** The bound in whole cost units that a value in parts proves: costs are integers. */
    default long bound(long value) {
        return Math.ceilDiv(value, scale());
    }
}
