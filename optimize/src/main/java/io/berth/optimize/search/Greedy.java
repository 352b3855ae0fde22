package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gives tasks to agents one by one, first the one that loses most when it does not get its best agent: the regret rule of Martello
 * and Toth's MTHG ("Knapsack Problems", 1990, §7.4), for several resources too. What an agent is worth to a task is said by weights.
 */
public final class Greedy {
    private static final int NONE = -1;

    private final DenseProblem problem;
    private final double[] weights;
    private final long[][] left;
    private final int[] best;
    private final int[] next;
    private final double[] regrets;

    /**
     * @param weights less is better: task after task, one per agent
     */
    public Greedy(DenseProblem problem, double[] weights) {
        this.problem = problem;
        this.weights = weights;
        this.left = new long[problem.resources()][problem.agents()];
        this.best = new int[problem.tasks()];
        this.next = new int[problem.tasks()];
        this.regrets = new double[problem.tasks()];
    }

    /** Costs, and prices of the room that is taken: task after task. */
    public static double[] weights(DenseProblem problem, double[] roomPrices) {
        int agents = problem.agents();
        double[] weights = new double[problem.tasks() * agents];
        for (int at = 0; at < weights.length; at++) {
            double weight = problem.costs()[at];
            for (int resource = 0; resource < problem.resources(); resource++) {
                weight += roomPrices[resource * agents + at % agents] * problem.sizes(resource)[at];
            }
            weights[at] = weight;
        }
        return weights;
    }

    /**
     * Gives agents to the tasks that have none.
     *
     * @param partial agents, -1 for none, that hold what they have; not changed
     * @return an assignment; null where room ran out
     */
    public int @Nullable [] complete(int[] partial) {
        int[] agents = partial.clone();
        return fill(agents) ? agents : null;
    }

    /** The same in place, as far as room goes: what does not fit stays without an agent. True where all fitted. */
    boolean fill(int[] agents) {
        for (int resource = 0; resource < left.length; resource++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                left[resource][agent] = problem.capacity(agent, resource);
            }
        }
        Arrays.fill(regrets, Double.NEGATIVE_INFINITY);
        for (int task = 0; task < agents.length; task++) {
            if (agents[task] != NONE) {
                take(task, agents[task]);
            }
        }
        for (int task = 0; task < agents.length; task++) {
            if (agents[task] == NONE) {
                rank(task);
            }
        }
        boolean all = true;
        for (int task = neediest(); task != NONE; task = neediest()) {
            regrets[task] = Double.NEGATIVE_INFINITY;
            int agent = best[task];
            agents[task] = agent;
            all &= agent != NONE;
            if (agent != NONE) {
                take(task, agent);
                rerank(agent);
            }
        }
        return all;
    }

    private void take(int task, int agent) {
        for (int resource = 0; resource < left.length; resource++) {
            left[resource][agent] -= problem.size(task, agent, resource);
        }
    }

    private int neediest() {
        int neediest = NONE;
        double regret = Double.NEGATIVE_INFINITY;
        for (int task = 0; task < regrets.length; task++) {
            if (regrets[task] > regret) {
                regret = regrets[task];
                neediest = task;
            }
        }
        return neediest;
    }

    /** Only those lose that wanted the agent and do not fit any more. */
    private void rerank(int agent) {
        for (int task = 0; task < regrets.length; task++) {
            boolean waits = regrets[task] > Double.NEGATIVE_INFINITY;
            if (waits && (best[task] == agent || next[task] == agent) && !fits(task, agent)) {
                rank(task);
            }
        }
    }

    private boolean fits(int task, int agent) {
        for (int resource = 0; resource < left.length; resource++) {
            if (problem.size(task, agent, resource) > left[resource][agent]) {
                return false;
            }
        }
        return problem.allows(task, agent);
    }

    private void rank(int task) {
        double least = Double.POSITIVE_INFINITY;
        double second = Double.POSITIVE_INFINITY;
        best[task] = NONE;
        next[task] = NONE;
        for (int agent = 0; agent < problem.agents(); agent++) {
            double weight = weights[task * problem.agents() + agent];
            if (weight < second && fits(task, agent)) {
                boolean first = weight < least;
                second = first ? least : weight;
                next[task] = first ? best[task] : agent;
                best[task] = first ? agent : best[task];
                least = Math.min(least, weight);
            }
        }
        // Who has one agent left comes first; who has none, at once.
        regrets[task] = second == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : second - least;
    }
}
