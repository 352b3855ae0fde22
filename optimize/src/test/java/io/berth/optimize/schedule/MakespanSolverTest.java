package io.berth.optimize.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.enumeration.SmallProblems;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.search.GreedySolver;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MakespanSolverTest {
    private static final Effort EFFORT = Effort.untilProved(1);

    @Test
    void isAsShortAsTryingAll() {
        SmallProblems.assertLeast(
                new MakespanSolver(new Exhaustive()), MakespanSolver::makespan, 1000, SmallProblems.drawn(4));
    }

    @Test
    void isAsShortWhenItsSolverIsOnlyAskedForAnyAssignment() {
        SmallProblems.assertLeast(
                new MakespanSolver(new FreeSolver(new Exhaustive())),
                MakespanSolver::makespan,
                1000,
                SmallProblems.drawn(5));
    }

    @Test
    void nothingIsProvedOfATimeThatItsSolverDidNotDecide() {
        Answer answer = new FreeSolver((_, _, _) -> Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, 3))
                .solve(unrelated(new Random(1), 4, 2), EFFORT, Watcher.NONE);

        assertThat(answer).isEqualTo(new Answer(Answer.Status.UNKNOWN, null, Long.MAX_VALUE, 0, 3));
    }

    @Test
    void provesNoMoreThanItsSolverDoes() {
        SmallProblems.assertTrue(
                new MakespanSolver(new GreedySolver()), MakespanSolver::makespan, 1000, SmallProblems.drawn(9));
    }

    @Test
    void beginsNearItsBoundWhateverItsSolverCanDo() {
        Random random = new Random(6);
        for (int round = 0; round < 20; round++) {
            int agents = 6 + random.nextInt(5);
            DenseProblem problem = unrelated(random, 10 * agents, agents);

            Answer answer = new MakespanSolver((_, _, _) -> Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, 0))
                    .solve(problem, EFFORT.within(10_000_000), Watcher.NONE);

            assertThat(answer.value() - answer.bound())
                    .as("round %d: %d of %d", round, answer.value(), answer.bound())
                    .isBetween(0L, answer.value() / 12);
        }
    }

    /** Times from 10 to 100, each for itself: R||Cmax. */
    private static DenseProblem unrelated(Random random, int tasks, int agents) {
        int[] times = random.ints(tasks * agents, 10, 101).toArray();
        long[] endless = new long[agents];
        Arrays.fill(endless, Problem.ENDLESS);
        return new DenseProblem(new int[times.length], new int[][] {times}, new long[][] {endless});
    }
}
