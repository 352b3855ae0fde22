package io.berth.core.plan.preempt;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How many tasks more may be stopped by each disruption budget, as a pass stops some. One that was told to stop and is not gone yet counts,
 * whether its budget was told since or not: it may be counted twice, so rather too few are stopped.
 */
public final class Allowances {
    private final State state;
    /** By name of the budget; below 0 where more were stopped. */
    private final TreeMap<String, Long> left = new TreeMap<>();

    public Allowances(State state) {
        this.state = state;
    }

    /** A pass begins: nobody was stopped. */
    public void begin() {
        left.clear();
        state.budgets().forEach((name, budget) -> left.put(name, budget.allowed()));
    }

    /** {@code job} is being stopped. */
    public void spend(Job job) {
        if (!left.isEmpty()) {
            spend(job, left);
        }
    }

    /** Those of {@code victims} that are more than their budgets allow, where they are stopped in this order. */
    public List<Job> beyond(List<Job> victims) {
        if (left.isEmpty()) {
            return List.of();
        }
        TreeMap<String, Long> then = new TreeMap<>(left);
        List<Job> beyond = new ArrayList<>();
        for (Job victim : victims) {
            if (spend(victim, then)) {
                beyond.add(victim);
            }
        }
        return beyond;
    }

    /** True where some budget does not allow that. */
    private boolean spend(Job job, TreeMap<String, Long> from) {
        boolean breaks = false;
        for (var budget : state.budgets().entrySet()) {
            long covered = covered(job, budget.getValue());
            if (covered > 0) {
                breaks |= from.merge(budget.getKey(), -covered, Long::sum) < 0;
            }
        }
        return breaks;
    }

    /** How many of its tasks a budget covers. */
    private static long covered(Job job, DisruptionBudget budget) {
        long covered = 0;
        int first = 0;
        for (TaskGroup group : job.spec().groups()) {
            if (budget.covers().picks(job.queue(), group.labels())) {
                for (int task = first; task < StrictMath.min(first + group.max(), job.placedTasks()); task++) {
                    covered += job.holds(task) ? 1 : 0;
                }
            }
            first += group.max();
        }
        return covered;
    }
}
