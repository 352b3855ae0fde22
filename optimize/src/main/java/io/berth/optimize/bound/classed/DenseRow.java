package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;

/** What a task of a dense problem pays on each agent. */
public final class DenseRow {
    private final DenseProblem problem;
    private final double[] room;
    private final double[] priced;

    public DenseRow(DenseProblem problem) {
        this.problem = problem;
        int agents = problem.agents();
        this.room = new double[problem.resources() * agents];
        for (int at = 0; at < room.length; at++) {
            room[at] = (double) problem.capacity(at % agents, at / agents);
        }
        this.priced = new double[agents];
    }

    /** What was priced last, by agent: infinite where the task may not be or would not fit. */
    public double[] priced() {
        return priced;
    }

    /**
     * Prices a task. In whole numbers below 2<sup>53</sup> this is exact.
     *
     * @param unit what the costs are multiplied by, a power of two
     */
    public void price(int task, double[] prices, double unit) {
        int agents = problem.agents();
        int row = task * agents;
        int[] costs = problem.costs();
        for (int agent = 0; agent < agents; agent++) {
            int cost = costs[row + agent];
            priced[agent] = cost == Problem.FORBIDDEN ? Double.POSITIVE_INFINITY : cost * unit;
        }
        for (int resource = 0; resource < problem.resources(); resource++) {
            int[] sizes = problem.sizes(resource);
            int from = resource * agents;
            for (int agent = 0; agent < agents; agent++) {
                int size = sizes[row + agent];
                priced[agent] += size <= room[from + agent] ? prices[from + agent] * size : Double.POSITIVE_INFINITY;
            }
        }
    }
}
