package io.berth.optimize.enumeration;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One search through all assignments of one problem. */
final class Enumeration {
    /** Steps between two looks at the clock. */
    private static final int PATIENCE = 1 << 12;

    private final Problem problem;
    private final Effort effort;
    private final Watcher watcher;
    private final int[] order;
    private final int[][] choices;
    private final long[] leastAfter;
    private final long[][] left;
    private final int[] chosen;
    private int @Nullable [] best;
    private long bestCost = Long.MAX_VALUE;
    private long work;
    private boolean stopped;

    Enumeration(Problem problem, Effort effort, Watcher watcher) {
        this.problem = problem;
        this.effort = effort;
        this.watcher = watcher;
        choices = new int[problem.tasks()][];
        for (int task = 0; task < choices.length; task++) {
            choices[task] = choices(task);
        }
        // Tasks with few agents first: a wrong choice shows early.
        order = IntStream.range(0, choices.length)
                .boxed()
                .sorted(Comparator.comparingInt(task -> choices[task].length))
                .mapToInt(Integer::intValue)
                .toArray();
        leastAfter = new long[order.length + 1];
        for (int depth = order.length - 1; depth >= 0 && possible(); depth--) {
            leastAfter[depth] = leastAfter[depth + 1] + problem.cost(order[depth], choices[order[depth]][0]);
        }
        left = new long[problem.resources()][problem.agents()];
        for (int resource = 0; resource < left.length; resource++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                left[resource][agent] = problem.capacity(agent, resource);
            }
        }
        chosen = new int[order.length];
    }

    /** False where some task has no agent at all. */
    boolean possible() {
        return order.length == 0 || choices[order[0]].length > 0;
    }

    /** What all tasks cost at least, each by itself. */
    long leastCost() {
        return leastAfter[0];
    }

    long work() {
        return work;
    }

    Answer run() {
        descend(0, 0);
        if (!stopped) {
            return Answer.of(best, bestCost, best == null ? Long.MAX_VALUE : bestCost, work);
        }
        return Answer.of(best, bestCost, leastCost(), work);
    }

    private int[] choices(int task) {
        return IntStream.range(0, problem.agents())
                .filter(agent -> problem.allows(task, agent))
                .boxed()
                .sorted(Comparator.comparingInt(agent -> problem.cost(task, agent)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void descend(int depth, long cost) {
        if (depth == order.length) {
            best = chosen.clone();
            bestCost = cost;
            watcher.found(cost, best);
            stopped |= effort.satisfied(cost, leastCost()) && cost > leastCost();
            return;
        }
        int task = order[depth];
        for (int agent : choices[task]) {
            long with = cost + problem.cost(task, agent);
            if (stopped() || with + leastAfter[depth + 1] >= bestCost) {
                return;
            }
            if (fits(task, agent)) {
                take(task, agent, 1);
                chosen[task] = agent;
                descend(depth + 1, with);
                take(task, agent, -1);
            }
        }
    }

    private boolean stopped() {
        work++;
        if (work >= effort.work() || work % PATIENCE == 0 && effort.late().getAsBoolean()) {
            stopped = true;
        }
        return stopped;
    }

    private boolean fits(int task, int agent) {
        for (int resource = 0; resource < left.length; resource++) {
            if (problem.size(task, agent, resource) > left[resource][agent]) {
                return false;
            }
        }
        return true;
    }

    private void take(int task, int agent, int times) {
        for (int resource = 0; resource < left.length; resource++) {
            left[resource][agent] -= (long) times * problem.size(task, agent, resource);
        }
    }
}
