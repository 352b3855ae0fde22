package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;

/** What a task of each class costs on each agent, and the few agents that are best for a class. */
public final class ClassTable {
    private final int agents;
    private final int resources;
    private final int[] kinds;
    private final int[][] costs;
    private final int[][][] sizes;
    private final int[] exceptionCosts;

    public ClassTable(ClassedProblem problem) {
        this.agents = problem.agents();
        this.resources = problem.resources();
        this.kinds = new int[agents];
        Arrays.setAll(kinds, problem::agentClass);
        DenseProblem pairs = problem.kinds();
        this.costs = new int[pairs.tasks()][agents];
        this.sizes = new int[pairs.tasks()][resources][pairs.agents()];
        for (int taskClass = 0; taskClass < costs.length; taskClass++) {
            int of = taskClass;
            for (int agent = 0; agent < agents; agent++) {
                costs[of][agent] = fits(problem, of, agent) ? pairs.cost(of, kinds[agent]) : Problem.FORBIDDEN;
            }
            for (int resource = 0; resource < resources; resource++) {
                int about = resource;
                Arrays.setAll(sizes[of][about], kind -> pairs.size(of, kind, about));
            }
        }
        this.exceptionCosts = problem.exceptions().costs().clone();
        for (int task = 0; task < problem.tasks(); task++) {
            for (int at = problem.exceptions().starts()[task];
                    at < problem.exceptions().starts()[task + 1];
                    at++) {
                boolean fits = fits(
                        problem, problem.taskClass(task), problem.exceptions().agents()[at]);
                exceptionCosts[at] = fits ? exceptionCosts[at] : Problem.FORBIDDEN;
            }
        }
    }

    /** The cost of an exception by its place; {@link Problem#FORBIDDEN} where it may not be or would not fit. */
    int exceptionCost(int at) {
        return exceptionCosts[at];
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

    public int classes() {
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
        for (int agent = 0; agent < agents; agent++) {
            priced[agent] = row[agent] == Problem.FORBIDDEN ? Double.POSITIVE_INFINITY : row[agent] * unit;
        }
        for (int resource = 0; resource < resources; resource++) {
            int[] ofKinds = sizes[taskClass][resource];
            int from = resource * agents;
            for (int agent = 0; agent < agents; agent++) {
                priced[agent] += prices[from + agent] * ofKinds[kinds[agent]];
            }
        }
    }

    /** What the use of a task of a class on an agent costs. */
    double use(int taskClass, int agent, double[] prices) {
        int[][] ofClass = sizes[taskClass];
        int kind = kinds[agent];
        double use = 0;
        for (int resource = 0; resource < resources; resource++) {
            use += prices[resource * agents + agent] * ofClass[resource][kind];
        }
        return use;
    }

    /** Adds {@code share} of a task of a class to what is used of an agent. */
    void add(int taskClass, int agent, double share, double[] used) {
        int[][] ofClass = sizes[taskClass];
        int kind = kinds[agent];
        for (int resource = 0; resource < resources; resource++) {
            used[resource * agents + agent] += share * ofClass[resource][kind];
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
