package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.function.BooleanSupplier;

/** Makes an assignment cheaper by giving a task to another agent, or changing the agents of two, as long as that helps. */
final class CostDescent {
    private final DenseProblem problem;
    private final int[] agents;
    private final BooleanSupplier late;
    private final long[][] left;

    /** @param agents an assignment; changed */
    CostDescent(DenseProblem problem, int[] agents, BooleanSupplier late) {
        this.problem = problem;
        this.agents = agents;
        this.late = late;
        left = new long[problem.resources()][problem.agents()];
        for (int resource = 0; resource < left.length; resource++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                left[resource][agent] = problem.capacity(agent, resource);
            }
        }
        for (int task = 0; task < agents.length; task++) {
            use(task, agents[task], -1);
        }
    }

    void run() {
        boolean better = true;
        while (better) {
            better = false;
            for (int task = 0; task < agents.length && !late.getAsBoolean(); task++) {
                better |= moved(task) || changed(task);
            }
        }
    }

    private boolean moved(int task) {
        int from = agents[task];
        int to = from;
        for (int agent = 0; agent < problem.agents(); agent++) {
            boolean cheaper = problem.cost(task, agent) < problem.cost(task, to);
            to = cheaper && problem.allows(task, agent) && fits(task, agent, -1) ? agent : to;
        }
        give(task, to);
        return to != from;
    }

    private boolean changed(int task) {
        for (int other = task + 1; other < agents.length; other++) {
            int from = agents[task];
            int to = agents[other];
            if (from != to && problem.allows(task, to) && problem.allows(other, from)) {
                long now = (long) problem.cost(task, from) + problem.cost(other, to);
                long then = (long) problem.cost(task, to) + problem.cost(other, from);
                if (then < now && fits(task, to, other) && fits(other, from, task)) {
                    give(task, to);
                    give(other, from);
                    return true;
                }
            }
        }
        return false;
    }

    private void give(int task, int agent) {
        use(task, agents[task], 1);
        use(task, agent, -1);
        agents[task] = agent;
    }

    private void use(int task, int agent, int sign) {
        for (int resource = 0; resource < left.length; resource++) {
            left[resource][agent] += sign * (long) problem.size(task, agent, resource);
        }
    }

    /** Whether {@code agent} has room for {@code task} where it gives {@code instead} away; -1 for nothing. */
    private boolean fits(int task, int agent, int instead) {
        for (int resource = 0; resource < left.length; resource++) {
            long given = instead < 0 ? 0 : problem.size(instead, agent, resource);
            if (problem.size(task, agent, resource) > left[resource][agent] + given) {
                return false;
            }
        }
        return true;
    }
}
