package io.berth.optimize.large;

import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.search.TaskQueue;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Chains until none gains, then other penalties, again and again: they rise for agents that have too much and fall for all once all
 * fits, so that the search keeps crossing the border of what fits.
 */
final class Oscillation {
    private static final double RISE = 0.4;
    private static final double FALL = 0.6;
    private static final int TASKS_A_LOOK = 256;
    /** The penalties at first and at least, in parts of what a unit costs. */
    private static final double FIRST = 0.1;

    private static final double LEAST = 1e-3;

    private final Problem problem;
    private final Options options;
    private final Effort effort;
    private final Watcher watcher;
    private final long bound;
    private final double[] leastPenalties;
    private final Allocation allocation;
    private final TaskQueue queue;
    private final ChainSearch chains;
    private final SplittableRandom random;
    private final FirstFit firstFit;
    private final Scale scale;
    private final CapacityPrices prices;
    private final long workBefore;
    private long best = Long.MAX_VALUE;
    private int @Nullable [] bestAgents;

    Oscillation(Problem problem, Options options, CapacityPrices prices, Effort effort, Watcher watcher) {
        this.problem = problem;
        this.options = options;
        this.effort = effort;
        this.watcher = watcher;
        this.bound = prices.bound();
        this.workBefore = prices.work();
        this.prices = prices;
        this.scale = Scale.of(problem, options, prices.flat());
        this.leastPenalties = scale.penalties(new double[prices.flat().length], LEAST, 1);
        this.allocation = new Allocation(
                options,
                scale.room(),
                scale.penalties(prices.flat(), FIRST, 1),
                new Alternatives(problem, options, prices.flat()));
        this.queue = new TaskQueue(problem.tasks());
        this.chains = new ChainSearch(options, allocation, queue, problem.agents());
        this.random = new SplittableRandom(effort.seed());
        this.firstFit = new FirstFit(problem, options, prices, scale.units(), allocation);
    }

    /** The lowest cost of an assignment that was found. */
    long best() {
        return best;
    }

    /** That assignment; null without one. */
    int @Nullable [] bestAgents() {
        return bestAgents;
    }

    /** Looks at options. */
    long work() {
        return chains.work() + options.agents().length;
    }

    void run() {
        firstFit.fill();
        note();
        new Rounding(options, scale, prices, allocation).fill(firstFit.order());
        queue.addAll(random);
        while (!over()) {
            descend();
            note();
            if (allocation.fits()) {
                allocation.lower(FALL, leastPenalties);
                queue.addAll(random);
            } else {
                wake(allocation.raise(RISE));
            }
        }
    }

    private boolean over() {
        return best < Long.MAX_VALUE && effort.satisfied(best, bound)
                || workBefore + work() >= effort.work()
                || effort.late().getAsBoolean();
    }

    private void wake(boolean[] raised) {
        for (int agent = 0; agent < raised.length; agent++) {
            if (raised[agent]) {
                chains.wake(agent);
            }
        }
    }

    private void descend() {
        for (int looks = 1; !queue.empty(); looks++) {
            if (looks % TASKS_A_LOOK == 0) {
                note();
                if (over()) {
                    return;
                }
            }
            chains.improve(queue.take());
        }
    }

    private void note() {
        if (allocation.fits() && allocation.cost() < best) {
            best = allocation.cost();
            int[] agents = new int[problem.tasks()];
            for (int task = 0; task < agents.length; task++) {
                agents[task] = options.agents()[allocation.held(task)];
            }
            bestAgents = agents;
            watcher.found(best, agents);
        }
    }
}
