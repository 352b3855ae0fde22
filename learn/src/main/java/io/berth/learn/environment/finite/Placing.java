package io.berth.learn.environment.finite;

import java.util.Arrays;

/** Where the tasks of an assignment are so far. */
final class Placing {
    private final Assignment problem;
    private final boolean[] placed;
    private final double[] free;
    private final double[] busy;
    private final int[] given;

    Placing(Assignment problem) {
        this.problem = problem;
        placed = new boolean[problem.tasks()];
        free = new double[problem.agents()];
        busy = new double[problem.agents()];
        given = new int[problem.agents()];
        clear();
    }

    void clear() {
        Arrays.fill(placed, false);
        System.arraycopy(problem.capacities(), 0, free, 0, free.length);
        Arrays.fill(busy, 0);
        Arrays.fill(given, 0);
    }

    boolean placed(int task) {
        return placed[task];
    }

    /** What is left of the capacity of {@code agent}. */
    double free(int agent) {
        return free[agent];
    }

    /** How long {@code agent} is busy with what it was given. */
    double busy(int agent) {
        return busy[agent];
    }

    int given(int agent) {
        return given[agent];
    }

    boolean allows(int task, int agent) {
        return !placed[task]
                && given[agent] < problem.perAgent()
                && problem.costs()[agent][task] != Double.POSITIVE_INFINITY
                && problem.sizes()[agent][task] <= free[agent];
    }

    /** Gives {@code task} to {@code agent} and returns the reward. */
    double place(int task, int agent) {
        double cost = problem.costs()[agent][task];
        placed[task] = true;
        given[agent]++;
        free[agent] -= problem.sizes()[agent][task];
        busy[agent] += cost;
        return -(problem.queued() ? busy[agent] : cost);
    }

    /** Whether anything can still be placed. */
    boolean open() {
        for (int task = 0; task < placed.length; task++) {
            for (int agent = 0; agent < free.length; agent++) {
                if (allows(task, agent)) {
                    return true;
                }
            }
        }
        return false;
    }

    int left() {
        int left = 0;
        for (boolean done : placed) {
            left += done ? 0 : 1;
        }
        return left;
    }

    /** What the tasks cost that are placed nowhere. */
    double leftCost() {
        return left() * problem.leftOut();
    }
}
