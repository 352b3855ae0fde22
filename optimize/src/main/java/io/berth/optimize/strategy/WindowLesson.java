package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import io.berth.core.policy.window.WindowQuestion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A window that was solved exactly, as an order that comes to what the optimum is worth: what a network that emits orders can imitate.
 *
 * <p>Algorithm: of the jobs of the optimal plan that one comes next which gets just its places in its turn; where there is none, one that
 * gets places of equal worth, else the one that loses least by its turn. What is not worth the optimum then is improved by jobs that move
 * in the order until nothing gains.
 *
 * @param course of the window, at its beginning
 * @param order all jobs, in an order that is worth {@code taught}
 * @param good by step of {@code order}, then by job: true where the job may come then instead, and the order that goes on as before is worth
 *     no less
 * @param taught what the order is worth, parts
 * @param optimum what the best plan is worth that was found, parts
 * @param bound no plan is worth more, parts; equal to {@code optimum} where that is proved
 */
public record WindowLesson(
        WindowCourse course, List<Integer> order, List<boolean[]> good, long taught, long optimum, long bound) {
    /** The lesson of {@code question}, whose nodes it changes; solved exactly within its work. */
    public static WindowLesson of(WindowQuestion question) {
        PlacementCosts costs = new PlacementCosts();
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        WindowProblem problem = new WindowProblem(trial, question.nodes(), costs);
        Packing plans = new Packing(trial, problem);
        Construction.inTurn(trial);
        plans.offer();
        problem.open();
        plans.offer((_, _) -> List.of());
        long bound = problem.alone();
        if (plans.worth() < bound) {
            bound = StrictMath.min(bound, ExactSearch.improve(trial, problem, plans));
        }
        plans.settle();
        List<List<Placement>> plan =
                IntStream.range(0, trial.size()).mapToObj(trial::placements).toList();
        trial.clear();
        WindowCourse course = new WindowCourse(trial, problem);
        int[] order = improved(course, order(course, plan), plans.worth());
        long taught = course.worth(order);
        return new WindowLesson(
                course,
                IntStream.of(order).boxed().toList(),
                good(course, order, taught),
                taught,
                plans.worth(),
                StrictMath.max(bound, plans.worth()));
    }

    /**
     * For each place of {@code emitted}, an order in which jobs got places, which of all jobs come to most there if what is left goes on as
     * in {@link #order}.
     */
    public List<boolean[]> better(List<Integer> emitted) {
        List<boolean[]> better = new ArrayList<>();
        for (int step = 0; step < emitted.size(); step++) {
            List<Integer> whole = new ArrayList<>(emitted.subList(0, step));
            order.stream().filter(job -> !whole.contains(job)).forEach(whole::add);
            int[] then = whole.stream().mapToInt(Integer::intValue).toArray();
            long[] worths = new long[then.length];
            long most = Long.MIN_VALUE;
            for (int at = step; at < then.length; at++) {
                worths[at] = course.worth(moved(then, at, step));
                most = StrictMath.max(most, worths[at]);
            }
            boolean[] may = new boolean[then.length];
            for (int at = step; at < then.length; at++) {
                may[then[at]] = worths[at] == most;
            }
            better.add(may);
        }
        return better;
    }

    /** True where the optimum is proved. */
    public boolean proved() {
        return bound == optimum;
    }

    private static int[] order(WindowCourse course, List<List<Placement>> plan) {
        List<Integer> order = new ArrayList<>();
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, course.jobs()).boxed().toList());
        left.sort(Comparator.comparingDouble((Integer job) -> -course.density(job)));
        course.restart();
        for (Integer next = next(course, plan, left); next != null; next = next(course, plan, left)) {
            course.take(next);
            order.add(next);
            left.remove(next);
        }
        order.addAll(left);
        course.restart();
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    private static @Nullable Integer next(WindowCourse course, List<List<Placement>> plan, List<Integer> left) {
        Integer best = null;
        long least = Long.MAX_VALUE;
        for (Integer job : left) {
            long wrong =
                    course.open(job) && !plan.get(job).isEmpty() ? off(course, job, plan.get(job)) : Long.MAX_VALUE;
            if (wrong < least) {
                least = wrong;
                best = job;
            }
        }
        return best;
    }

    /** How far the turn of {@code job} is from {@code planned}: 0 for the same nodes, 1 for places of equal worth. */
    private static long off(WindowCourse course, int job, List<Placement> planned) {
        List<Integer> now = nodes(course.placements(job));
        if (now.equals(nodes(planned))) {
            return 0;
        }
        return 1 + StrictMath.abs(course.worth(job) - course.worth(job, planned));
    }

    private static List<Integer> nodes(List<Placement> placements) {
        return placements.stream().map(Placement::node).sorted().toList();
    }

    private static int[] improved(WindowCourse course, int[] from, long optimum) {
        int[] order = from;
        long worth = course.worth(order);
        boolean better = true;
        while (better && worth < optimum) {
            better = false;
            for (int move = 0; move < order.length * order.length && worth < optimum; move++) {
                int[] other = moved(order, move / order.length, move % order.length);
                long found = course.worth(other);
                if (found > worth) {
                    order = other;
                    worth = found;
                    better = true;
                }
            }
        }
        return order;
    }

    private static List<boolean[]> good(WindowCourse course, int[] order, long worth) {
        List<boolean[]> good = new ArrayList<>();
        for (int step = 0; step < order.length; step++) {
            boolean[] may = new boolean[order.length];
            for (int at = step; at < order.length; at++) {
                may[order[at]] = at == step || course.worth(moved(order, at, step)) >= worth;
            }
            good.add(may);
        }
        return good;
    }

    /** The same order with what is at {@code at} moved to {@code to}. */
    private static int[] moved(int[] order, int at, int to) {
        int[] other = order.clone();
        int job = order[at];
        if (to < at) {
            System.arraycopy(order, to, other, to + 1, at - to);
        } else {
            System.arraycopy(order, at + 1, other, at, to - at);
        }
        other[to] = job;
        return other;
    }
}
