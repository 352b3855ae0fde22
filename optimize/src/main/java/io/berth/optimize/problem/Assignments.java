package io.berth.optimize.problem;

import org.jspecify.annotations.Nullable;

/** Questions about assignments, which are arrays: the agent of each task. */
public final class Assignments {
    private Assignments() {}

    /** The sum of the costs of what need not be allowed. */
    public static long cost(Problem problem, int[] agents) {
        long cost = 0;
        for (int task = 0; task < agents.length; task++) {
            cost += problem.cost(task, agents[task]);
        }
        return cost;
    }

    /** The first thing that is wrong with an assignment; null where it is one of {@code problem}. */
    public static @Nullable Violation violation(Problem problem, int[] agents) {
        if (agents.length != problem.tasks()) {
            return new Violation.Unassigned(Math.min(agents.length, problem.tasks()));
        }
        long[][] used = new long[problem.resources()][problem.agents()];
        for (int task = 0; task < agents.length; task++) {
            int agent = agents[task];
            if (agent < 0 || agent >= problem.agents()) {
                return new Violation.Unassigned(task);
            }
            if (problem.cost(task, agent) == Problem.FORBIDDEN) {
                return new Violation.Forbidden(task, agent);
            }
            for (int resource = 0; resource < used.length; resource++) {
                used[resource][agent] += problem.size(task, agent, resource);
            }
        }
        for (int resource = 0; resource < used.length; resource++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (used[resource][agent] > problem.capacity(agent, resource)) {
                    return new Violation.Overloaded(agent, resource, used[resource][agent]);
                }
            }
        }
        return null;
    }
}
