package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;

/**
 * Prices tasks and lets each agent fill its knapsack with those that are worth more than they cost:
 * {@code Σ_j u_j - Σ_i max Σ_j (u_j - c_ij) x_ij} over what agent i can hold, for free u (Fisher, Jaikumar and Van Wassenhove, "A
 * multiplier adjustment method for the generalized assignment problem", Management Science 32, 1986; Guignard and Rosenwein, "An
 * improved dual based algorithm for the generalized assignment problem", Operations Research 37, 1989). At its best it is higher
 * than the linear relaxation, because knapsacks are filled with whole tasks.
 */
public final class AssignmentDual implements LagrangianRelaxation {
    private static final int NONE = -1;

    private final int tasks;
    private final int agents;
    private final long scale;
    private final long highest;
    private final int[] costs;
    private final Rooms rooms;
    private final Knapsack knapsack;
    private final int[] held;
    private final int[] starts;
    private final int[] cheapest;
    private long work;

    /**
     * @param prices of room, resource after resource: with several resources the knapsacks hold their weighted sum
     */
    public AssignmentDual(DenseProblem problem, double[] prices) {
        this(problem, prices, Rooms.LARGEST);
    }

    /**
     * The same with no knapsack of more than {@code largestRoom} cells, for answers of bounded work: room is rounded so that what fitted
     * still fits, and the bound stays true.
     */
    public AssignmentDual(DenseProblem problem, double[] prices, int largestRoom) {
        this.tasks = problem.tasks();
        this.agents = problem.agents();
        this.scale = Parts.scale(problem);
        this.highest = Parts.highestPrice(problem);
        this.rooms = new Rooms(problem, prices, largestRoom);
        this.costs = new int[tasks * agents];
        for (int task = 0; task < tasks; task++) {
            for (int agent = 0; agent < agents; agent++) {
                costs[agent * tasks + task] = problem.cost(task, agent);
            }
        }
        this.knapsack = new Knapsack(tasks);
        this.held = new int[tasks * agents];
        this.starts = new int[agents + 1];
        this.cheapest = new int[tasks];
    }

    @Override
    public Kind kind() {
        return Kind.ASSIGNMENT;
    }

    @Override
    public long scale() {
        return scale;
    }

    @Override
    public int multipliers() {
        return tasks;
    }

    @Override
    public long lowest(int at) {
        return -highest;
    }

    @Override
    public long highest(int at) {
        return highest;
    }

    @Override
    public long evaluate(long[] multipliers, long[] slopes) {
        work += tasks + ((long) tasks * agents >> 4);
        Arrays.fill(slopes, 1);
        Arrays.fill(cheapest, NONE);
        long value = 0;
        for (long multiplier : multipliers) {
            value += multiplier;
        }
        for (int agent = 0; agent < agents; agent++) {
            value -= fill(agent, multipliers);
            starts[agent + 1] = starts[agent] + knapsack.chosen();
            for (int at = 0; at < knapsack.chosen(); at++) {
                int task = knapsack.chosen(at);
                held[starts[agent] + at] = task;
                slopes[task]--;
                take(agent, task);
            }
        }
        return value;
    }

    private long fill(int agent, long[] multipliers) {
        int[] weights = rooms.weights();
        int offset = agent * tasks;
        knapsack.clear();
        for (int task = 0; task < tasks; task++) {
            long profit = multipliers[task] - scale * costs[offset + task];
            if (profit > 0 && weights[offset + task] != Rooms.NEVER) {
                knapsack.offer(task, weights[offset + task], profit);
            }
        }
        return knapsack.solve(rooms.room(agent));
    }

    private void take(int agent, int task) {
        int other = cheapest[task];
        if (other == NONE || costs[agent * tasks + task] < costs[other * tasks + task]) {
            cheapest[task] = agent;
        }
    }

    @Override
    public boolean chosen(int task, int agent) {
        for (int at = starts[agent]; at < starts[agent + 1]; at++) {
            if (held[at] == task) {
                return true;
            }
        }
        return false;
    }

    /** The cheapest of the agents that took a task in the last evaluation; -1 where none did. Not to be changed. */
    public int[] cheapest() {
        return cheapest;
    }

    /**
     * Adds one for each pair chosen in the last evaluation.
     *
     * @param counts task after task, one per agent
     */
    public void countChosen(int[] counts) {
        for (int agent = 0; agent < agents; agent++) {
            for (int at = starts[agent]; at < starts[agent + 1]; at++) {
                counts[held[at] * agents + agent]++;
            }
        }
    }

    /** How many looks at a task on an agent all evaluations took, or steps of that price. */
    public long work() {
        return work + knapsack.work();
    }
}
