package io.berth.optimize.search;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest of some assignments by regret: for costs, for costs with the room that tasks take at more and more of a price, and for the
 * parts of the room alone; in each of them tasks then change agents as long as that is cheaper, as in MTHG (Martello and Toth,
 * "Knapsack Problems", 1990, §7.4). In large problems each task in turn takes the cheapest agent that has room. The bound is what tasks
 * cost at least, each by itself.
 */
public final class GreedySolver implements Solver {
    /** Beyond, regrets take too long to keep. */
    private static final long MOST_PAIRS = 1 << 20;

    /** Shares of the price at which room counts as much as costs. */
    private static final double[] ROOM_PRICES = {0, 0.125, 0.25, 0.5, 1, 2, 4};

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        long pairs = (long) problem.tasks() * problem.agents();
        long bound = leastCost(problem, effort);
        if (bound == Long.MAX_VALUE) {
            return Answer.infeasible(pairs);
        }
        if (bound != Long.MIN_VALUE) {
            watcher.bounded(bound);
        }
        int[] agents = pairs <= MOST_PAIRS ? byRegret(DenseProblem.of(problem), effort) : inTurn(problem, effort);
        if (agents == null) {
            return Answer.of(null, Long.MAX_VALUE, bound, pairs);
        }
        long value = Assignments.cost(problem, agents);
        watcher.found(value, agents);
        return Answer.of(agents, value, bound, pairs);
    }

    /** {@link Long#MAX_VALUE} where some task has no agent, {@link Long#MIN_VALUE} where time was over before. */
    private static long leastCost(Problem problem, Effort effort) {
        long sum = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            if (effort.late().getAsBoolean()) {
                return Long.MIN_VALUE;
            }
            long least = Long.MAX_VALUE;
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.cost(task, agent) < least && problem.allows(task, agent)) {
                    least = problem.cost(task, agent);
                }
            }
            if (least == Long.MAX_VALUE) {
                return Long.MAX_VALUE;
            }
            sum += least;
        }
        return sum;
    }

    private static int @Nullable [] byRegret(DenseProblem problem, Effort effort) {
        int[] none = new int[problem.tasks()];
        Arrays.fill(none, -1);
        int[] best = null;
        double[] unit = roomPrices(problem);
        for (int turn = 0; turn <= ROOM_PRICES.length && !effort.late().getAsBoolean(); turn++) {
            double[] weights = turn < ROOM_PRICES.length ? weights(problem, unit, ROOM_PRICES[turn]) : parts(problem);
            int[] agents = new Greedy(problem, weights).complete(none);
            if (agents != null) {
                new CostDescent(problem, agents, effort.late()).run();
                boolean better = best == null || Assignments.cost(problem, agents) < Assignments.cost(problem, best);
                best = better ? agents : best;
            }
        }
        return best;
    }

    private static double[] weights(DenseProblem problem, double[] unit, double share) {
        double[] prices = new double[unit.length];
        Arrays.setAll(prices, at -> share * unit[at]);
        return Greedy.weights(problem, prices);
    }

    /** By resource and agent, at which a task of mean size costs as much more as its mean agent does than its cheapest. */
    private static double[] roomPrices(DenseProblem problem) {
        double spread = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            spread += spread(problem, task);
        }
        double[] prices = new double[problem.agents() * problem.resources()];
        for (int at = 0; at < prices.length; at++) {
            double mean = meanSize(problem, at / problem.agents());
            prices[at] = mean == 0 ? 0 : spread / problem.tasks() / mean;
        }
        return prices;
    }

    /** How much more a task costs with the mean of its agents than with the cheapest. */
    private static double spread(DenseProblem problem, int task) {
        long least = Long.MAX_VALUE;
        long sum = 0;
        int allowed = 0;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (problem.allows(task, agent)) {
                allowed++;
                sum += problem.cost(task, agent);
                least = Math.min(least, problem.cost(task, agent));
            }
        }
        return allowed == 0 ? 0 : (double) sum / allowed - least;
    }

    private static double meanSize(DenseProblem problem, int resource) {
        return Arrays.stream(problem.sizes(resource)).average().orElse(0);
    }

    /** What part of an agent's room a task takes, of the resource where it is the largest. */
    private static double[] parts(DenseProblem problem) {
        double[] parts = new double[problem.tasks() * problem.agents()];
        for (int at = 0; at < parts.length; at++) {
            for (int resource = 0; resource < problem.resources(); resource++) {
                long capacity = Math.max(1, problem.capacity(at % problem.agents(), resource));
                parts[at] = Math.max(parts[at], (double) problem.sizes(resource)[at] / (double) capacity);
            }
        }
        return parts;
    }

    private static int @Nullable [] inTurn(Problem problem, Effort effort) {
        long[][] left = new long[problem.resources()][problem.agents()];
        for (int resource = 0; resource < left.length; resource++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                left[resource][agent] = problem.capacity(agent, resource);
            }
        }
        int[] agents = new int[problem.tasks()];
        for (int task = 0; task < agents.length; task++) {
            int agent = effort.late().getAsBoolean() ? -1 : cheapest(problem, task, left);
            if (agent < 0) {
                return null;
            }
            agents[task] = agent;
            for (int resource = 0; resource < left.length; resource++) {
                left[resource][agent] -= problem.size(task, agent, resource);
            }
        }
        return agents;
    }

    private static int cheapest(Problem problem, int task, long[][] left) {
        int cheapest = -1;
        long least = Problem.FORBIDDEN;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (problem.cost(task, agent) < least && fits(problem, task, agent, left)) {
                least = problem.cost(task, agent);
                cheapest = agent;
            }
        }
        return cheapest;
    }

    private static boolean fits(Problem problem, int task, int agent, long[][] left) {
        for (int resource = 0; resource < left.length; resource++) {
            if (problem.size(task, agent, resource) > left[resource][agent]) {
                return false;
            }
        }
        return true;
    }
}
