package io.berth.optimize.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

class ExactSolverTest {
    private static final Effort EFFORT = Effort.untilProved(1);

    @BeforeAll
    static void onlyWhereThereIsNativeCode() {
        try {
            NativeLibrary.load();
        } catch (UnsupportedOperationException missing) {
            throw new TestAbortedException(missing.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAsGoodAsTryingAll(Engine engine) {
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            Problem problem = randomProblem(random);
            long best = cheapest(problem, new int[problem.tasks()], 0);

            Answer answer = new ExactSolver(engine).solve(problem, EFFORT, Watcher.NONE);

            if (best == Long.MAX_VALUE) {
                assertThat(answer.status()).isEqualTo(Answer.Status.INFEASIBLE);
            } else {
                assertThat(answer.status()).isEqualTo(Answer.Status.OPTIMAL);
                assertThat(answer.value()).isEqualTo(best);
                assertThat(answer.bound()).isEqualTo(best);
                assertThat(Assignments.violation(problem, answer.agents())).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesOnFromWhatIsKnown(Engine engine) {
        Problem problem = twoTasksOnTwoAgents();
        int[] known = {1, 0};
        WarmStart start = new WarmStart(known, 9, 3, problem::allows);

        Answer answer = new ExactSolver(engine, start).solve(problem, EFFORT, Watcher.NONE);

        assertThat(answer.agents()).containsExactly(0, 1);
        assertThat(answer.value()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKnownIsTheBestWhereNoPairIsLeftOpen(Engine engine) {
        WarmStart start = new WarmStart(new int[] {0, 1}, 4, 3, (_, _) -> false);

        Answer answer = new ExactSolver(engine, start).solve(twoTasksOnTwoAgents(), EFFORT, Watcher.NONE);

        assertThat(answer).usingRecursiveComparison().isEqualTo(Answer.of(new int[] {0, 1}, 4, 4, 0));
    }

    @ParameterizedTest
    @EnumSource
    void endsWithWhatIsKnownWhenTimeIsOver(Engine engine) {
        WarmStart start = new WarmStart(new int[] {1, 0}, 9, 3, (_, _) -> true);
        Effort over = new Effort(1, 1, Long.MAX_VALUE, 0, () -> true);

        Answer answer = new ExactSolver(engine, start).solve(twoTasksOnTwoAgents(), over, Watcher.NONE);

        assertThat(answer).usingRecursiveComparison().isEqualTo(Answer.of(new int[] {1, 0}, 9, 3, 0));
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatItFindsAndNeverABoundAboveIt(Engine engine) {
        Problem problem = knapsacks(new Random(5), 40, 4);
        AtomicLong found = new AtomicLong(Long.MAX_VALUE);
        AtomicLong bounded = new AtomicLong(Long.MIN_VALUE);

        Answer answer = new ExactSolver(engine).solve(problem, EFFORT, new Watcher() {
            @Override
            public void found(long value, int[] agents) {
                assertThat(value).isLessThan(found.get()).isEqualTo(Assignments.cost(problem, agents));
                found.set(value);
            }

            @Override
            public void bounded(long bound) {
                assertThat(bound).isGreaterThan(bounded.get());
                bounded.set(bound);
            }
        });

        assertThat(answer.status()).isEqualTo(Answer.Status.OPTIMAL);
        assertThat(found).hasValue(answer.value());
        assertThat(bounded).hasValue(answer.value());
    }

    @ParameterizedTest
    @EnumSource
    void refusesMorePairsThanItCanLoad(Engine engine) {
        Problem large = new DenseProblem(
                new int[2_100 * 2_000], new int[][] {new int[2_100 * 2_000]}, new long[][] {new long[2_000]});

        assertThatThrownBy(() -> new ExactSolver(engine).solve(large, EFFORT, Watcher.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 4000000 pairs");
    }

    private static Problem twoTasksOnTwoAgents() {
        return new DenseProblem(new int[] {1, 5, 4, 3}, new int[][] {{1, 1, 1, 1}}, new long[][] {{1, 1}});
    }

    private static Problem knapsacks(Random random, int tasks, int agents) {
        int[] costs = random.ints((long) tasks * agents, 10, 50).toArray();
        int[] sizes = random.ints((long) tasks * agents, 5, 25).toArray();
        long[] room =
                random.longs(agents, 12L * tasks / agents, 14L * tasks / agents).toArray();
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {room});
    }

    /** Up to four tasks on up to three agents with up to two resources; some pairs must not be, costs may be below zero. */
    private static Problem randomProblem(Random random) {
        int tasks = random.nextInt(5);
        int agents = 1 + random.nextInt(3);
        int resources = 1 + random.nextInt(2);
        int[] costs = random.ints((long) tasks * agents, -9, 10)
                .map(cost -> cost == 9 ? Problem.FORBIDDEN : cost)
                .toArray();
        int[][] sizes = new int[resources][];
        long[][] room = new long[resources][];
        for (int resource = 0; resource < resources; resource++) {
            sizes[resource] = random.ints((long) tasks * agents, 0, 6).toArray();
            room[resource] = random.longs(agents, 0, 10).toArray();
        }
        return new DenseProblem(costs, sizes, room);
    }

    private static long cheapest(Problem problem, int[] agents, int task) {
        if (task == agents.length) {
            return Assignments.violation(problem, agents) == null ? Assignments.cost(problem, agents) : Long.MAX_VALUE;
        }
        long best = Long.MAX_VALUE;
        for (int agent = 0; agent < problem.agents(); agent++) {
            agents[task] = agent;
            best = Math.min(best, cheapest(problem, agents, task + 1));
        }
        return best;
    }
}
