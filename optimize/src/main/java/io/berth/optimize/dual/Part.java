package io.berth.optimize.dual;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;

/** What is left of a problem once some tasks have their agents: the others, and the room that is left. */
final class Part {
    private static final int NONE = -1;

    private final DenseProblem whole;
    private final int[] agents;
    private final long[][] left;
    private int open;
    private long cost;

    /**
     * @param agents of each task, -1 where it is open; what they hold fits
     */
    Part(DenseProblem whole, int[] agents) {
        this.whole = whole;
        this.agents = agents.clone();
        this.left = new long[whole.resources()][whole.agents()];
        for (int resource = 0; resource < left.length; resource++) {
            for (int agent = 0; agent < whole.agents(); agent++) {
                left[resource][agent] = whole.capacity(agent, resource);
            }
        }
        for (int task = 0; task < agents.length; task++) {
            if (agents[task] == NONE) {
                open++;
            } else {
                take(task, agents[task]);
            }
        }
    }

    /** How many tasks are open. */
    int open() {
        return open;
    }

    /** What the others cost. */
    long cost() {
        return cost;
    }

    /** The agents so far, -1 where a task is open. Not to be changed. */
    int[] agents() {
        return agents;
    }

    /** The open tasks, rising. */
    int[] tasks() {
        int[] tasks = new int[open];
        int count = 0;
        for (int task = 0; task < agents.length; task++) {
            if (agents[task] == NONE) {
                tasks[count++] = task;
            }
        }
        return tasks;
    }

    /** The problem of the open tasks alone. */
    DenseProblem rest(int[] tasks) {
        int width = whole.agents();
        int[] costs = rows(whole.costs(), tasks, width);
        int[][] sizes = new int[left.length][];
        long[][] room = new long[left.length][];
        for (int resource = 0; resource < left.length; resource++) {
            sizes[resource] = rows(whole.sizes(resource), tasks, width);
            room[resource] = left[resource].clone();
        }
        return new DenseProblem(costs, sizes, room);
    }

    private static int[] rows(int[] all, int[] tasks, int width) {
        int[] rows = new int[tasks.length * width];
        for (int at = 0; at < tasks.length; at++) {
            System.arraycopy(all, tasks[at] * width, rows, at * width, width);
        }
        return rows;
    }

    /** Gives an open task to an agent where it still fits; true where it did. */
    boolean give(int task, int agent) {
        if (agents[task] != NONE) {
            return false;
        }
        for (int resource = 0; resource < left.length; resource++) {
            if (whole.size(task, agent, resource) > left[resource][agent]) {
                return false;
            }
        }
        agents[task] = agent;
        open--;
        take(task, agent);
        return true;
    }

    private void take(int task, int agent) {
        cost += whole.cost(task, agent);
        for (int resource = 0; resource < left.length; resource++) {
            left[resource][agent] -= whole.size(task, agent, resource);
        }
    }

    /** Gives each open task to the agent that is best with what it has too much then priced; it need not fit. */
    int[] stuffed(double[] weights, double[] roomPrices, double least) {
        int[] stuffed = agents.clone();
        for (int task = 0; task < stuffed.length; task++) {
            if (stuffed[task] == NONE) {
                stuffed[task] = leastBad(task, weights, roomPrices, least);
                for (int resource = 0; resource < left.length; resource++) {
                    left[resource][stuffed[task]] -= whole.size(task, stuffed[task], resource);
                }
            }
        }
        return stuffed;
    }

    private int leastBad(int task, double[] weights, double[] roomPrices, double least) {
        int width = whole.agents();
        double lowest = Double.POSITIVE_INFINITY;
        int best = NONE;
        for (int agent = 0; agent < width; agent++) {
            if (whole.allows(task, agent)) {
                double weight = weights[task * width + agent];
                for (int resource = 0; resource < left.length; resource++) {
                    long over = whole.size(task, agent, resource) - left[resource][agent];
                    weight += over > 0 ? 3 * (double) over * Math.max(least, roomPrices[resource * width + agent]) : 0;
                }
                best = weight < lowest ? agent : best;
                lowest = Math.min(lowest, weight);
            }
        }
        return best;
    }

    /** Whether {@code assignment} is one of the whole problem. */
    static boolean fits(DenseProblem whole, int[] assignment) {
        return Assignments.violation(whole, assignment) == null;
    }
}
