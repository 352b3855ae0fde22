package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import io.berth.core.model.sequence.Emission;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowPlanning.LearntOrder;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.policy.window.WindowStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans windows of the queue by the method that the question names. One for each engine; it remembers costs between questions, which
 * saves work and changes no answer.
 */
public final class WindowSolver implements WindowPlanner {
    private static final double PPM = 1e6;

    /** A unit of work is about as long as so many products of numbers that are added up. */
    private static final long MULTIPLICATIONS_PER_UNIT = 400;

    private final PlacementCosts costs = new PlacementCosts();
    private @Nullable LearntOrder learnt;
    private @Nullable Emission emission;

    @Override
    public WindowAnswer plan(WindowQuestion question) {
        if (first(question) > question.planning().work()) {
            return WindowAnswer.failed(0);
        }
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        WindowProblem problem = new WindowProblem(trial, question.nodes(), costs);
        long bound = problem.alone();
        switch (question.planning().method()) {
            case "fgd-lookahead" -> Construction.inTurn(trial);
            case "hungarian" -> MatchingSearch.improve(trial);
            case "exchange" -> ExchangeSearch.improve(trial);
            case "dual" -> bound = bounded(trial, problem, bound, LagrangianSearch::improve);
            case "ilp" -> bound = bounded(trial, problem, bound, ExactSearch::improve);
            case "learnt" -> bound = bounded(trial, problem, bound, emitted(question.planning()));
            default -> {
                return WindowAnswer.failed(trial.work());
            }
        }
        return answer(trial, problem, bound);
    }

    /** The order that a model emits, as a method; no bound but that of each job alone is known of it. */
    private Bounding emitted(WindowPlanning planning) {
        LearntOrder order = planning.order();
        if (order == null) {
            throw new IllegalStateException("A learnt plan is asked for without its model.");
        }
        if (emission == null || !order.equals(learnt) || planning.jobs() > emission.jobs()) {
            learnt = order;
            emission = new Emission(order.model(), planning.jobs(), order.alternatives());
        }
        Emission emitting = emission;
        return (trial, problem, plans) -> {
            long work = emitting.work(trial.size()) / MULTIPLICATIONS_PER_UNIT;
            if (trial.leaves(work + WindowCourse.work(trial, problem))) {
                trial.spend(work);
                WindowCourse course = new WindowCourse(trial, problem);
                emitting.emit(course);
                if (course.stopped()) {
                    plans.offer((_, _) -> List.of());
                } else {
                    plans.offer();
                }
            }
            return Long.MAX_VALUE;
        };
    }

    /** A method that offers plans and proves a bound. */
    private interface Bounding {
        long improve(Trial trial, WindowProblem problem, Packing plans);
    }

    /**
     * Leaves the best plan of {@code method}, and at least one that was made in turn, in {@code trial}. Where a plan is as good as each
     * job alone it is proved to be best, and nothing is searched.
     */
    private static long bounded(Trial trial, WindowProblem problem, long alone, Bounding method) {
        Packing plans = new Packing(trial, problem);
        Construction.inTurn(trial);
        plans.offer();
        long bound = alone;
        if (problem.affordable()) {
            problem.open();
            plans.offer((_, _) -> List.of());
            if (plans.worth() < alone) {
                bound = StrictMath.min(alone, method.improve(trial, problem, plans));
            }
        }
        plans.settle();
        return bound;
    }

    private static WindowAnswer answer(Trial trial, WindowProblem problem, long bound) {
        List<WindowStart> starts = trial.starts();
        Placement[][] plan = trial.snapshot();
        // What the costs remember is of the nodes without the plan.
        trial.clear();
        long worth = problem.worth(plan);
        long gap = bound > StrictMath.max(0, worth)
                ? (long) StrictMath.ceil(PPM * (double) (bound - worth) / (double) bound)
                : 0;
        Worth told = new Worth(problem.thousandths(worth), problem.thousandths(StrictMath.max(worth, bound)));
        return new WindowAnswer(true, starts, gap, trial.work(), told);
    }

    /** The work of the least that can be done: every task tried on every node, and placed among the others. */
    private static long first(WindowQuestion question) {
        long shapes = question.jobs().stream().map(WindowJob::shape).distinct().count();
        long tasks = question.jobs().stream().mapToLong(WindowJob::tasks).sum();
        return shapes * question.nodes().count() + tasks * (tasks + 4);
    }
}
