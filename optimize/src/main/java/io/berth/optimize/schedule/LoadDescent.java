package io.berth.optimize.schedule;

import io.berth.optimize.problem.Problem;
import java.util.function.LongPredicate;

/** Makes a makespan shorter by moving a task off the agent that is done last, or changing it for one of another agent. */
final class LoadDescent {
    private final Problem problem;
    private final int[] agents;
    private final long[][] used;
    private final LongPredicate enough;
    private long work;

    private int task;
    private int other;
    private int target;
    private long shortest;

    /**
     * @param agents the assignment to begin with, which keeps within capacities; changed
     * @param enough true when so much work is too much
     */
    LoadDescent(Problem problem, int[] agents, LongPredicate enough) {
        this.problem = problem;
        this.agents = agents;
        this.enough = enough;
        used = new long[problem.resources()][problem.agents()];
        for (int one = 0; one < agents.length; one++) {
            use(one, agents[one], 1);
        }
    }

    /** Goes on until nothing helps; the units of work that it took. */
    long run() {
        while (!enough.test(work) && improve()) {
            int from = agents[task];
            use(task, from, -1);
            if (other >= 0) {
                use(other, target, -1);
                use(other, from, 1);
                agents[other] = from;
            }
            use(task, target, 1);
            agents[task] = target;
        }
        return work;
    }

    private void use(int one, int agent, int sign) {
        for (int resource = 0; resource < used.length; resource++) {
            used[resource][agent] += sign * (long) problem.size(one, agent, resource);
        }
    }

    /** Finds what shortens the longest load most, of that agent and the one that takes part. */
    private boolean improve() {
        int last = 0;
        for (int agent = 1; agent < problem.agents(); agent++) {
            last = used[0][agent] > used[0][last] ? agent : last;
        }
        shortest = used[0][last];
        task = -1;
        for (int one = 0; one < agents.length && !enough.test(work); one++) {
            if (agents[one] == last) {
                tryMoves(one, last);
                tryExchanges(one, last);
            }
        }
        return task >= 0;
    }

    private void tryMoves(int one, int last) {
        work += problem.agents();
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (agent != last && problem.allows(one, agent) && fits(one, agent, -1)) {
                long longer = Math.max(load(one, last, -1), used[0][agent] + problem.size(one, agent, 0));
                keep(longer, one, -1, agent);
            }
        }
    }

    private void tryExchanges(int one, int last) {
        work += agents.length;
        for (int two = 0; two < agents.length; two++) {
            int agent = agents[two];
            if (agent != last
                    && problem.allows(one, agent)
                    && problem.allows(two, last)
                    && fits(one, agent, two)
                    && fits(two, last, one)) {
                long longer = Math.max(
                        load(one, last, -1) + problem.size(two, last, 0),
                        load(two, agent, -1) + problem.size(one, agent, 0));
                keep(longer, one, two, agent);
            }
        }
    }

    private long load(int one, int agent, int sign) {
        return used[0][agent] + sign * (long) problem.size(one, agent, 0);
    }

    /** Whether {@code agent} has room for {@code one} where it gives {@code instead} away; -1 for nothing. */
    private boolean fits(int one, int agent, int instead) {
        boolean fits = true;
        for (int resource = 0; fits && resource < used.length; resource++) {
            long given = instead < 0 ? 0 : problem.size(instead, agent, resource);
            fits = used[resource][agent] - given + problem.size(one, agent, resource)
                    <= problem.capacity(agent, resource);
        }
        return fits;
    }

    private void keep(long longer, int one, int two, int agent) {
        if (longer < shortest) {
            shortest = longer;
            task = one;
            other = two;
            target = agent;
        }
    }
}
