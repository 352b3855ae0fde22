package io.berth.optimize.schedule;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Effort;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Prices of agents' time, by which each task goes where it is cheapest. At prices that add up to 1 the sum of what all tasks cost is a
 * mean of the loads, so no makespan is below it: the Lagrangian dual of the loads' rows, whose best is the bound of linear programming
 * (Lenstra, Shmoys and Tardos 1990 round from there). Prices of agents with more than the mean rise, those of others fall.
 */
final class TimePrices {
    /** How far a price moves at first, for a load twice the mean. */
    private static final double FIRST_STEP = 0.5;

    /** Steps get shorter by this, over so many rounds without a better bound. */
    private static final double SHORTER = 0.6;

    private static final int PATIENCE = 20;
    private static final double LAST_STEP = 1e-5;

    /** To what whole numbers prices are taken for a bound that holds exactly. */
    private static final double SCALE = 1 << 24;

    private final Problem problem;
    private final double[] prices;
    private final double[] bestPrices;
    private final long[] loads;
    private final int[] agents;
    private double best = -1;
    private double step = FIRST_STEP;
    private int waited;

    TimePrices(Problem problem) {
        this.problem = problem;
        prices = new double[problem.agents()];
        Arrays.fill(prices, 1.0 / prices.length);
        bestPrices = prices.clone();
        loads = new long[prices.length];
        agents = new int[problem.tasks()];
    }

    /** What one round costs, units of {@link Effort#work()}. */
    long roundWork() {
        return (long) problem.tasks() * problem.agents();
    }

    /** Makes an assignment by the prices, and better prices; false where they are as good as they get. */
    boolean round() {
        Arrays.fill(loads, 0);
        double cost = 0;
        for (int task = 0; task < agents.length; task++) {
            int agent = cheapest(task, prices);
            agents[task] = agent;
            loads[agent] += problem.size(task, agent, 0);
            cost += prices[agent] * problem.size(task, agent, 0);
        }
        waited++;
        if (cost > best) {
            best = cost;
            System.arraycopy(prices, 0, bestPrices, 0, prices.length);
            waited = 0;
        } else if (waited >= PATIENCE) {
            step *= SHORTER;
            waited = 0;
            System.arraycopy(bestPrices, 0, prices, 0, prices.length);
            return step > LAST_STEP;
        }
        move(cost);
        return step > LAST_STEP;
    }

    /** The assignment of the last round; it may overload agents in what is no time. */
    int[] agents() {
        return agents.clone();
    }

    /** What no makespan is below, by the best prices so far; exact. */
    long bound() {
        long[] whole = new long[bestPrices.length];
        double[] exact = new double[bestPrices.length];
        long sum = 0;
        for (int agent = 0; agent < whole.length; agent++) {
            whole[agent] = Math.round(bestPrices[agent] * SCALE);
            exact[agent] = whole[agent];
            sum += whole[agent];
        }
        BigInteger cost = BigInteger.ZERO;
        for (int task = 0; task < agents.length; task++) {
            int agent = cheapest(task, exact);
            cost = cost.add(BigInteger.valueOf(whole[agent] * problem.size(task, agent, 0)));
        }
        BigInteger[] quotient = cost.divideAndRemainder(BigInteger.valueOf(sum));
        return quotient[0].longValueExact() + quotient[1].signum();
    }

    /** A price below 2^24 and a time up to 2^30 give a product that a double has exactly, so the cheapest is. */
    private int cheapest(int task, double[] at) {
        int cheapest = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int agent = 0; agent < at.length; agent++) {
            if (problem.allows(task, agent)) {
                double cost = at[agent] * problem.size(task, agent, 0);
                if (cost < least) {
                    least = cost;
                    cheapest = agent;
                }
            }
        }
        return cheapest;
    }

    private void move(double mean) {
        double scale = Math.max(mean, 1);
        double sum = 0;
        for (int agent = 0; agent < prices.length; agent++) {
            double excess = Math.clamp((loads[agent] - mean) / scale, -1, 1);
            prices[agent] *= StrictMath.exp(step * excess);
            sum += prices[agent];
        }
        for (int agent = 0; agent < prices.length; agent++) {
            prices[agent] /= sum;
        }
    }
}
