package io.berth.learn.agent.table;

/**
 * How a table is learnt.
 *
 * @param rate of the first visit of a state and action
 * @param ratePower the rate of visit n is {@code rate / n^ratePower}: 0 for a constant one (right where nothing is left to
 *     chance), above 0.5 and at most 1 for values that settle
 * @param explore the probability of a random action at first
 * @param exploreEnd what it sinks to, in a straight line
 * @param exploreSteps after how many steps
 * @param doubled true for two tables, each judged by the other, so that chance is not taken for merit
 * @param first the value of what was never tried; above what can be reached it makes the agent try everything
 */
public record QLearning(
        double rate,
        double ratePower,
        double explore,
        double exploreEnd,
        long exploreSteps,
        boolean doubled,
        double first) {
    /** Where nothing is left to chance. */
    public static final QLearning DETERMINISTIC = new QLearning(1, 0, 1, 0.1, 50_000, false, 0);
    /** Where outcomes vary. */
    public static final QLearning STOCHASTIC = new QLearning(1, 0.8, 1, 0.2, 100_000, false, 0);

    /** @throws IllegalArgumentException where a number is out of its range */
    public QLearning {
        check("rate", rate > 0 && rate <= 1, rate);
        check("ratePower", ratePower >= 0 && ratePower <= 1, ratePower);
        check("explore", explore >= 0 && explore <= 1, explore);
        check("exploreEnd", exploreEnd >= 0 && exploreEnd <= 1, exploreEnd);
        check("exploreSteps", exploreSteps >= 0, (double) exploreSteps);
        check("first", Double.isFinite(first), first);
    }

    /** The same with two tables. */
    public QLearning twice() {
        return new QLearning(rate, ratePower, explore, exploreEnd, exploreSteps, true, first);
    }

    /** The same with another value of what was never tried. */
    public QLearning startingAt(double value) {
        return new QLearning(rate, ratePower, explore, exploreEnd, exploreSteps, doubled, value);
    }

    /** The probability of a random action at {@code step}, from 0. */
    double exploreAt(long step) {
        if (step >= exploreSteps) {
            return exploreEnd;
        }
        return explore + (exploreEnd - explore) * step / exploreSteps;
    }

    /** How far a value moves towards what was seen at its {@code visit}, from 1. */
    double rateAt(int visit) {
        return ratePower == 0 ? rate : rate / StrictMath.pow(visit, ratePower);
    }

    private static void check(String name, boolean good, double value) {
        if (!good) {
            throw new IllegalArgumentException("The setting (" + name + ") of Q-learning cannot be " + value + ".");
        }
    }
}
