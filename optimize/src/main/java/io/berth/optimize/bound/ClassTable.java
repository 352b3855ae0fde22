package io.berth.optimize.bound;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;

/** What a task of each class costs on each agent, and the few agents that are best for a class. */
final class ClassTable {
    private final ClassedProblem problem;
    private final int[][] costs;

    ClassTable(ClassedProblem problem) {
        this.problem = problem;
        DenseProblem kinds = problem.kinds();
        this.costs = new int[kinds.tasks()][problem.agents()];
        for (int taskClass = 0; taskClass < costs.length; taskClass++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                costs[taskClass][agent] = fits(problem, taskClass, agent)
                        ? kinds.cost(taskClass, problem.agentClass(agent))
                        : Problem.FORBIDDEN;
            }
        }
    }

    /** Whether an agent could hold one task of a class if it held nothing else. */
    static boolean fits(ClassedProblem problem, int taskClass, int agent) {
        boolean fits = true;
        for (int resource = 0; fits && resource < problem.resources(); resource++) {
            fits = problem.kinds().size(taskClass, problem.agentClass(agent), resource)
                    <= problem.capacity(agent, resource);
        }
        return fits;
    }

    int classes() {
        return costs.length;
    }

    /** The cost by class, {@link Problem#FORBIDDEN} where a task of the class may not be or would not fit. */
    int cost(int taskClass, int agent) {
        return costs[taskClass][agent];
    }

    /**
     * What a task of a class pays on each agent, its use included; infinite where it may not be. In integers below 2<sup>53</sup> this
     * is exact.
     *
     * @param unit what the costs are multiplied by, a power of two
     */
    void price(int taskClass, double[] prices, double unit, double[] priced) {
        int[] row = costs[taskClass];
        for (int agent = 0; agent < row.length; agent++) {
            priced[agent] = row[agent] == Problem.FORBIDDEN
                    ? Double.POSITIVE_INFINITY
                    : row[agent] * unit + use(taskClass, agent, prices);
        }
    }

    /** What the use of a task of a class on an agent costs. */
    double use(int taskClass, int agent, double[] prices) {
        int kind = problem.agentClass(agent);
        double use = 0;
        for (int resource = 0; resource < problem.resources(); resource++) {
            use += prices[resource * problem.agents() + agent] * problem.kinds().size(taskClass, kind, resource);
        }
        return use;
    }

    /** Adds {@code share} of a task of a class to what is used of an agent. */
    void add(int taskClass, int agent, double share, double[] used) {
        int kind = problem.agentClass(agent);
        for (int resource = 0; resource < problem.resources(); resource++) {
            used[resource * problem.agents() + agent] += share * problem.kinds().size(taskClass, kind, resource);
        }
    }

    /** Fills {@code best} with the agents of the lowest values, lowest first, equal ones by number; -1 where there are no more. */
    static void lowest(double[] values, int[] best) {
        int length = 0;
        for (int agent = 0; agent < values.length; agent++) {
            double value = values[agent];
            if (value == Double.POSITIVE_INFINITY || length == best.length && value >= values[best[length - 1]]) {
                continue;
            }
            int at = length < best.length ? length++ : length - 1;
            for (; at > 0 && values[best[at - 1]] > value; at--) {
                best[at] = best[at - 1];
            }
            best[at] = agent;
        }
        for (int at = length; at < best.length; at++) {
            best[at] = -1;
        }
    }

    /** The place among {@code best} of the first agent that is none of {@code agents} from {@code from} to {@code to}, or -1. */
    static int firstOtherThan(int[] best, int[] agents, int from, int to) {
        for (int at = 0; at < best.length && best[at] >= 0; at++) {
            boolean other = true;
            for (int given = from; other && given < to; given++) {
                other = agents[given] != best[at];
            }
            if (other) {
                return at;
            }
        }
        return -1;
    }
}
