package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Local search by ejection chains: a task goes to another agent, which ejects one of its own for it, and so on, up to where the chain
 * closes best; by shifts, which are chains of one; and by swaps. Agents may have too much for a penalty, which rises while they have
 * and falls once all fits, so that the search keeps crossing the border of what fits (Yagiura, Ibaraki and Glover, "An ejection chain
 * approach for the generalized assignment problem", INFORMS Journal on Computing 16, 2004).
 */
public final class EjectionSearch {
    /** Longer chains seldom close well. */
    private static final int LONGEST = 6;

    /** What a step must gain, so that rounding does not make it go round in circles. */
    private static final double LEAST_GAIN = 1e-6;

    /** How far penalties rise where there is most too much, and what is left of them once all fits. */
    private static final double RISE = 0.3;

    private static final double FALL = 0.9;

    /** How often it is asked whether time is over: every so many tasks. */
    private static final int TASKS_A_LOOK = 256;

    private final Load load;
    private final Candidates candidates;
    private final int tasks;
    private final int agents;
    private final int[] costs;
    private final TaskQueue queue;
    private final boolean[] inChain;
    private final int[] chainTasks = new int[LONGEST + 2];
    private final int[] chainAgents = new int[LONGEST + 2];

    private long best = Long.MAX_VALUE;
    private int @Nullable [] bestAgents;
    private long work;
    private int patience;
    private int left;

    /**
     * @param roomPrices what room is worth, resource after resource: the penalties at first
     */
    public EjectionSearch(DenseProblem problem, Candidates candidates, double[] roomPrices) {
        this.load = Load.of(problem, candidates, roomPrices);
        this.candidates = candidates;
        this.tasks = problem.tasks();
        this.agents = problem.agents();
        this.costs = problem.costs();
        this.queue = new TaskQueue(tasks);
        this.inChain = new boolean[agents];
    }

    /** The cost of the best assignment that fits since {@link #start}; {@link Long#MAX_VALUE} without one. */
    public long best() {
        return best;
    }

    /** That assignment; null without one. Not changed afterwards. */
    public int @Nullable [] bestAgents() {
        return bestAgents;
    }

    /** How many looks at a task on an agent all of this took. */
    public long work() {
        return work;
    }

    /**
     * Begins with an assignment that may not fit but whose pairs are allowed. Penalties stay as they are.
     *
     * @param newPatience how often penalties are moved without gain before the search ends
     */
    public void start(int[] assignment, int newPatience, SplittableRandom random) {
        best = Long.MAX_VALUE;
        bestAgents = null;
        patience = newPatience;
        left = newPatience;
        load.set(assignment);
        queue.clear();
        queue.addAll(random);
        note();
    }

    /**
     * Searches until no step gains, moves the penalties, and again, until patience ends.
     *
     * @param most no more work than this; another call goes on
     * @return whether the search has ended
     */
    public boolean run(SplittableRandom random, long most, BooleanSupplier late) {
        long end = most > Long.MAX_VALUE - work ? Long.MAX_VALUE : work + most;
        while (left > 0 && work < end && !late.getAsBoolean()) {
            long before = best;
            descend(end, late);
            left = best < before ? patience : left - 1;
            if (load.fits()) {
                load.lowerPenalties(FALL);
                queue.addAll(random);
            } else {
                queueRaised(load.raisePenalties(RISE));
            }
        }
        return left == 0;
    }

    private void queueRaised(boolean[] raised) {
        for (int agent = 0; agent < agents; agent++) {
            if (raised[agent]) {
                queueAgent(agent);
            }
        }
    }

    private void queueAgent(int agent) {
        for (int at = 0; at < load.count(agent); at++) {
            queue.add(load.task(agent, at));
        }
    }

    private void descend(long end, BooleanSupplier late) {
        int looks = 0;
        while (!queue.empty() && work < end) {
            if (++looks % TASKS_A_LOOK == 0 && late.getAsBoolean()) {
                return;
            }
            int task = queue.take();
            if (!chain(task)) {
                swap(task);
            }
        }
    }

    private void note() {
        if (load.fits() && load.cost() < best) {
            best = load.cost();
            bestAgents = load.agentOf.clone();
        }
    }

    // The chain so far: what it gains when it closes, and how the best one closes.
    private double closed;
    private int closedLength;
    private int closedAgent;

    /** The best chain that begins with {@code first}; true where one gained. */
    private boolean chain(int first) {
        int home = load.agentOf[first];
        double relief = load.penaltyWithout(home, first) - load.penalty(home);
        closed = -LEAST_GAIN;
        closedLength = -1;
        inChain[home] = true;
        chainTasks[0] = first;
        int length = 0;
        double sum = 0;
        while (length <= LONGEST) {
            int task = chainTasks[length];
            double out = sum - costs[task * agents + load.agentOf[task]];
            if (length > 0) {
                closeAtHome(length, home, out);
            }
            if (!extend(length, out, relief)) {
                break;
            }
            sum = nextSum;
            inChain[chainAgents[length]] = true;
            chainTasks[++length] = nextTask;
        }
        inChain[home] = false;
        for (int at = 0; at < length; at++) {
            inChain[chainAgents[at]] = false;
        }
        return closedLength >= 0 && perform(home);
    }

    private void closeAtHome(int length, int home, double out) {
        int task = chainTasks[length];
        int cost = costs[task * agents + home];
        if (cost != Problem.FORBIDDEN) {
            double sum = out + cost + load.penaltySwapped(home, task, chainTasks[0]) - load.penalty(home);
            close(length, home, sum);
        }
    }

    private void close(int length, int agent, double sum) {
        if (sum < closed) {
            closed = sum;
            closedLength = length;
            closedAgent = agent;
        }
    }

    private double nextSum;
    private int nextTask;

    /** Finds the best agent for the last task of the chain to go on from; false where the chain ends. */
    private boolean extend(int length, double out, double relief) {
        int task = chainTasks[length];
        double bestSum = Double.POSITIVE_INFINITY;
        int bestAgent = -1;
        for (int agent : candidates.of(task)) {
            if (inChain[agent]) {
                continue;
            }
            work++;
            double in = out + costs[task * agents + agent] - load.penalty(agent);
            close(length, agent, in + load.penaltyWith(agent, task) + relief);
            if (length < LONGEST) {
                load.findEjection(agent, task);
                if (load.ejected >= 0 && in + load.ejectedPrice < bestSum) {
                    bestSum = in + load.ejectedPrice;
                    bestAgent = agent;
                    nextTask = load.ejected;
                }
            }
        }
        if (closedLength == length || bestAgent < 0) {
            return false;
        }
        chainAgents[length] = bestAgent;
        int at = task * agents + bestAgent;
        nextSum = out + costs[at] + load.penaltySwapped(bestAgent, task, nextTask) - load.penalty(bestAgent);
        return true;
    }

    private boolean perform(int home) {
        chainAgents[closedLength] = closedAgent;
        for (int at = 0; at <= closedLength; at++) {
            load.move(chainTasks[at], chainAgents[at]);
        }
        settle(home);
        for (int at = 0; at <= closedLength; at++) {
            settle(chainAgents[at]);
        }
        note();
        return true;
    }

    private void settle(int agent) {
        load.refresh(agent);
        queueAgent(agent);
    }

    /** The best exchange of {@code task} for one of the tasks of its candidates. */
    private void swap(int task) {
        int home = load.agentOf[task];
        int own = costs[task * agents + home];
        double bestChange = -LEAST_GAIN;
        int bestOther = -1;
        double homePenalty = load.penalty(home);
        for (int agent : candidates.of(task)) {
            if (agent == home) {
                continue;
            }
            double base = (double) costs[task * agents + agent] - own - homePenalty - load.penalty(agent);
            int count = load.count(agent);
            work += count;
            for (int at = 0; at < count; at++) {
                int other = load.task(agent, at);
                double change = base + costs[other * agents + home] - costs[other * agents + agent];
                if (change < bestChange && costs[other * agents + home] != Problem.FORBIDDEN) {
                    change += load.penaltySwapped(agent, task, other) + load.penaltySwapped(home, other, task);
                    if (change < bestChange) {
                        bestChange = change;
                        bestOther = other;
                    }
                }
            }
        }
        if (bestOther >= 0) {
            int agent = load.agentOf[bestOther];
            load.move(task, agent);
            load.move(bestOther, home);
            settle(agent);
            settle(home);
            note();
        }
    }
}
