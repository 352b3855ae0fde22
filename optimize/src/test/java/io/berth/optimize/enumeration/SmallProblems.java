package io.berth.optimize.enumeration;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;

/** Problems small enough to try each array of agents, without any thought. */
public final class SmallProblems {
    private SmallProblems() {}

    /** One of up to five tasks, three agents and two resources; some pairs are forbidden, some problems have no assignment. */
    public static DenseProblem random(Random random) {
        int tasks = 1 + random.nextInt(5);
        int agents = 1 + random.nextInt(3);
        int resources = 1 + random.nextInt(2);
        int[] costs = new int[tasks * agents];
        Arrays.setAll(costs, at -> random.nextInt(8) == 0 ? Problem.FORBIDDEN : random.nextInt(-9, 20));
        int[][] sizes = new int[resources][tasks * agents];
        long[][] capacities = new long[resources][agents];
        for (int resource = 0; resource < resources; resource++) {
            Arrays.setAll(sizes[resource], at -> random.nextInt(8));
            Arrays.setAll(capacities[resource], at -> random.nextInt(18));
        }
        return new DenseProblem(costs, sizes, capacities);
    }

    /** As many of {@link #random} as are asked for. */
    public static Supplier<DenseProblem> drawn(long seed) {
        Random random = new Random(seed);
        return () -> random(random);
    }

    /** The least that {@code value} gives for an assignment; {@link Long#MAX_VALUE} where there is none. */
    public static long least(Problem problem, ToLongBiFunction<Problem, int[]> value) {
        int[] agents = new int[problem.tasks()];
        long least = Long.MAX_VALUE;
        boolean more = true;
        while (more) {
            if (Assignments.violation(problem, agents) == null) {
                least = Math.min(least, value.applyAsLong(problem, agents));
            }
            int at = 0;
            while (at < agents.length && ++agents[at] == problem.agents()) {
                agents[at++] = 0;
            }
            more = at < agents.length;
        }
        return least;
    }

    /** Of as many problems {@code solver} finds the least {@code value}, and proves it. */
    public static void assertLeast(
            Solver solver, ToLongBiFunction<Problem, int[]> value, int rounds, Supplier<DenseProblem> problems) {
        each(solver, value, rounds, problems, tried -> {
            assertThat(tried.answer.value()).as("round %d", tried.round).isEqualTo(tried.least);
            assertThat(tried.answer.bound()).as("round %d", tried.round).isEqualTo(tried.least);
            assertThat(tried.answer.status())
                    .as("round %d", tried.round)
                    .isEqualTo(tried.least == Long.MAX_VALUE ? Answer.Status.INFEASIBLE : Answer.Status.OPTIMAL);
        });
    }

    /** Of as many problems {@code solver} tells no bound and no {@code value} that is not true, whatever it finds. */
    public static void assertTrue(
            Solver solver, ToLongBiFunction<Problem, int[]> value, int rounds, Supplier<DenseProblem> problems) {
        each(solver, value, rounds, problems, tried -> {
            assertThat(tried.answer.bound()).as("round %d", tried.round).isLessThanOrEqualTo(tried.least);
            int[] agents = tried.answer.agents();
            if (agents != null) {
                assertThat(Assignments.violation(tried.problem, agents)).isNull();
                assertThat(value.applyAsLong(tried.problem, agents))
                        .as("round %d", tried.round)
                        .isEqualTo(tried.answer.value())
                        .isGreaterThanOrEqualTo(tried.least);
            }
        });
    }

    /** What was tried: the {@code least} value of a problem, and what the solver answers. */
    private record Tried(int round, DenseProblem problem, long least, Answer answer) {}

    private static void each(
            Solver solver,
            ToLongBiFunction<Problem, int[]> value,
            int rounds,
            Supplier<DenseProblem> problems,
            Consumer<Tried> check) {
        for (int round = 0; round < rounds; round++) {
            DenseProblem problem = problems.get();
            Answer answer = solver.solve(problem, Effort.untilProved(1), Watcher.NONE);
            check.accept(new Tried(round, problem, least(problem, value), answer));
        }
    }
}
