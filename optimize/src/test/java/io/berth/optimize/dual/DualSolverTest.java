package io.berth.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.sample.SmallProblems;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DualSolverTest {
    private static final int CASES = 10_000;

    private final DualSolver solver = new DualSolver();

    @Test
    void answersToSmallProblemsAreTrue() {
        SplittableRandom random = new SplittableRandom(21);
        int optimal = 0;
        int solvable = 0;
        for (int round = 0; round < CASES; round++) {
            DenseProblem problem = SmallProblems.draw(random);
            long optimum = SmallProblems.optimum(problem);
            Answer answer = solver.solve(problem, Effort.untilProved(round).within(20_000), Watcher.NONE);
            check(problem, answer, optimum, round);
            solvable += optimum == Long.MAX_VALUE ? 0 : 1;
            optimal += optimum != Long.MAX_VALUE && answer.value() == optimum ? 1 : 0;
        }
        assertThat(optimal).as("the best was found of %s", solvable).isGreaterThanOrEqualTo(solvable * 99 / 100);
    }

    private static void check(DenseProblem problem, Answer answer, long optimum, int round) {
        assertThat(answer.bound()).as("the bound of case %s", round).isLessThanOrEqualTo(optimum);
        int[] agents = answer.agents();
        if (agents == null) {
            boolean proved = answer.status() == Answer.Status.INFEASIBLE;
            assertThat(!proved || optimum == Long.MAX_VALUE)
                    .as("case %s", round)
                    .isTrue();
            return;
        }
        assertThat(Assignments.violation(problem, agents)).as("case %s", round).isNull();
        assertThat(answer.value()).isEqualTo(Assignments.cost(problem, agents)).isGreaterThanOrEqualTo(optimum);
    }

    @Test
    void theAnswerIsTheSameOnAnyNumberOfThreads() {
        for (int resources = 1; resources <= 2; resources++) {
            DenseProblem problem = medium(resources, 60, 8, 5);
            Effort effort = Effort.untilProved(3).within(6_000_000);
            Answer one = solver.solve(problem, effort, Watcher.NONE);
            for (int threads = 2; threads <= 3; threads++) {
                Answer other = solver.solve(problem, effort.on(threads), Watcher.NONE);
                assertThat(other.agents()).isEqualTo(one.agents()).isNotNull();
                assertThat(List.of(other.value(), other.bound(), other.work()))
                        .isEqualTo(List.of(one.value(), one.bound(), one.work()));
            }
        }
    }

    @Test
    void severalResourcesGetAnAssignmentNearItsBound() {
        DenseProblem problem = medium(3, 100, 10, 9);
        Answer answer = solver.solve(problem, Effort.untilProved(3).within(20_000_000), Watcher.NONE);
        assertThat(answer.agents()).isNotNull();
        assertThat(Assignments.violation(problem, answer.agents())).isNull();
        assertThat((double) (answer.value() - answer.bound())).isLessThanOrEqualTo(0.02 * (double) answer.value());
    }

    @Test
    void theWatcherHearsOfBetterAssignmentsAndBoundsOnly() {
        List<Long> values = new ArrayList<>();
        List<Long> bounds = new ArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void found(long value, int[] agents) {
                values.add(value);
            }

            @Override
            public void bounded(long bound) {
                bounds.add(bound);
            }
        };
        Answer answer = solver.solve(medium(1, 60, 8, 5), Effort.untilProved(3).within(6_000_000), watcher);
        assertThat(values)
                .isSortedAccordingTo((one, other) -> Long.compare(other, one))
                .doesNotHaveDuplicates();
        assertThat(bounds).isSorted().doesNotHaveDuplicates();
        assertThat(values.getLast()).isEqualTo(answer.value());
        assertThat(bounds.getLast()).isEqualTo(answer.bound());
    }

    @Test
    void timeThatIsOverEndsItSoon() {
        DenseProblem problem = medium(1, 2_000, 50, 5);
        AtomicLong asked = new AtomicLong();
        Answer answer = solver.solve(
                problem, new Effort(1, 2, Long.MAX_VALUE, 0, () -> asked.incrementAndGet() > 40), Watcher.NONE);
        assertThat(answer.status()).isIn(Answer.Status.FEASIBLE, Answer.Status.UNKNOWN);
        assertThat(asked.get()).isLessThan(2_000);
    }

    @Test
    void aGapThatIsAskedForIsEnough() {
        DenseProblem problem = medium(1, 60, 8, 5);
        Effort effort = new Effort(1, 1, Long.MAX_VALUE, 0.05, () -> false);
        Answer answer = solver.solve(problem, effort, Watcher.NONE);
        assertThat(effort.satisfied(answer.value(), answer.bound())).isTrue();
    }

    @Test
    void theLargestNumbersDoNotOverflow() {
        int[] costs = new int[40 * 5];
        int[] sizes = new int[costs.length];
        SplittableRandom random = new SplittableRandom(4);
        for (int at = 0; at < costs.length; at++) {
            costs[at] = random.nextInt(-Problem.LARGEST, Problem.LARGEST + 1);
            sizes[at] = random.nextInt(Problem.LARGEST / 2, Problem.LARGEST + 1);
        }
        long[] room = {1L << 33, 1L << 33, 1L << 33, 1L << 33, Problem.ENDLESS};
        DenseProblem problem = new DenseProblem(costs, new int[][] {sizes}, new long[][] {room});
        Answer answer = solver.solve(problem, Effort.untilProved(1).within(5_000_000), Watcher.NONE);
        assertThat(answer.agents()).isNotNull();
        assertThat(Assignments.violation(problem, answer.agents())).isNull();
        assertThat(answer.bound()).isLessThanOrEqualTo(answer.value());
        assertThat((double) (answer.value() - answer.bound())).isLessThan(0.02 * Math.abs((double) answer.value()));
    }

    private static DenseProblem medium(int resources, int tasks, int agents, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] costs = random.ints((long) tasks * agents, 10, 100).toArray();
        int[][] sizes = new int[resources][];
        long[][] capacities = new long[resources][agents];
        for (int resource = 0; resource < resources; resource++) {
            sizes[resource] = random.ints((long) tasks * agents, 1, 50).toArray();
            for (int agent = 0; agent < agents; agent++) {
                capacities[resource][agent] = tasks * (20L + 2 * resources) / agents;
            }
        }
        return new DenseProblem(costs, sizes, capacities);
    }
}
