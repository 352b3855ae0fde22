package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Plans for a {@link WindowProblem} made job by job, and the best of those seen so far. */
final class Packing {
    private final Trial trial;
    private final WindowProblem problem;
    private final int[] order;
    private Placement[][] best;
    private long worth;

    /** Begins with no job placed. */
    Packing(Trial trial, WindowProblem problem) {
        this.trial = trial;
        this.problem = problem;
        this.best = trial.snapshot();
        this.order = IntStream.range(0, trial.size())
                .boxed()
                .sorted(Comparator.comparingDouble(job -> -trial.best(job)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Takes over what is placed, and takes it away. */
    void offer() {
        Placement[][] plan = trial.snapshot();
        trial.clear();
        long planWorth = problem.worth(plan);
        if (planWorth > worth) {
            best = plan;
            worth = planWorth;
        }
    }

    /**
     * Places each job as it wishes where there is room for that; then the others where they are worth most, the most valuable first.
     *
     * @param wishes the places of a task of a job, by job and task
     */
    void offer(BiFunction<Integer, Integer, List<Option>> wishes) {
        for (int job : order) {
            trial.place(job, task -> wishes.apply(job, task));
        }
        for (int job : order) {
            if (!trial.isPlaced(job)) {
                trial.place(job, _ -> problem.options(job));
            }
        }
        offer();
    }

    /** What the best is worth, in parts. */
    long worth() {
        return worth;
    }

    /** Places the best. */
    void settle() {
        trial.restore(best);
    }
}
