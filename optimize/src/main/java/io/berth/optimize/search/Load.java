package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;

/**
 * Who has what, and what it costs to have too much: an agent pays its penalty for each unit above its room, so that a search may
 * pass through assignments that do not fit.
 */
abstract sealed class Load permits SortedLoad, ScannedLoad {
    final DenseProblem problem;
    final Candidates candidates;
    final int tasks;
    final int agents;
    final int[] costs;
    final int[] agentOf;
    private long cost;

    /** The outcome of {@link #findEjection}: the task to leave, -1 without, and what is then paid for it and its agent. */
    int ejected;

    double ejectedPrice;

    Load(DenseProblem problem, Candidates candidates) {
        this.problem = problem;
        this.candidates = candidates;
        this.tasks = problem.tasks();
        this.agents = problem.agents();
        this.costs = problem.costs();
        this.agentOf = new int[tasks];
        Arrays.fill(agentOf, -1);
    }

    /** The load that is fastest for the problem. */
    static Load of(DenseProblem problem, Candidates candidates, double[] roomPrices) {
        return problem.resources() == 1
                ? new SortedLoad(problem, candidates, roomPrices)
                : new ScannedLoad(problem, candidates, roomPrices);
    }

    /** Takes an assignment over, with room or without. */
    final void set(int[] assignment) {
        clear();
        cost = 0;
        for (int task = 0; task < tasks; task++) {
            agentOf[task] = assignment[task];
            cost += costs[task * agents + assignment[task]];
            add(assignment[task], task);
        }
        for (int agent = 0; agent < agents; agent++) {
            refresh(agent);
        }
    }

    /** Moves a task; {@link #refresh} of both agents must follow before the next search for an ejection. */
    final void move(int task, int to) {
        int from = agentOf[task];
        cost += (long) costs[task * agents + to] - costs[task * agents + from];
        remove(from, task);
        add(to, task);
        agentOf[task] = to;
    }

    final long cost() {
        return cost;
    }

    /** Whether nobody has too much. */
    abstract boolean fits();

    /** How many tasks an agent has. */
    abstract int count(int agent);

    /** One of the tasks of an agent. */
    abstract int task(int agent, int at);

    /** What an agent pays for too much. */
    abstract double penalty(int agent);

    /** What it would pay with one task more. */
    abstract double penaltyWith(int agent, int task);

    /** What it would pay with one of its tasks less. */
    abstract double penaltyWithout(int agent, int task);

    /** What it would pay with one task for one of its own. */
    abstract double penaltySwapped(int agent, int in, int out);

    /** Finds which task should leave an agent that takes {@code in}: sets {@link #ejected} and {@link #ejectedPrice}. */
    abstract void findEjection(int agent, int in);

    /** Penalties rise where there is too much, most where it is worst; true for agents whose penalty rose. */
    abstract boolean[] raisePenalties(double most);

    /** All penalties become this part of what they were. */
    abstract void lowerPenalties(double part);

    /** To be called when tasks or the penalty of an agent have changed. */
    abstract void refresh(int agent);

    abstract void clear();

    abstract void add(int agent, int task);

    abstract void remove(int agent, int task);
}
