package io.berth.optimize.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.enumeration.SmallProblems;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GreedySolverTest {
    private static final Effort EFFORT = Effort.untilProved(1);
    private static final int AGENTS = 10;
    private static final int TASKS = 120;

    @Test
    void whereRoomIsScarceAndDearItIsNearTheBestAllTheSame() {
        Random random = new Random(5);
        for (int round = 0; round < 10; round++) {
            DenseProblem problem = scarce(random);
            Answer answer = new GreedySolver().solve(problem, EFFORT, Watcher.NONE);
            Answer dual = new DualSolver().solve(problem, EFFORT.within(2_000_000), Watcher.NONE);

            assertThat((double) answer.value()).as("round %d", round).isLessThan(1.12 * dual.bound());
        }
    }

    @Test
    void whatItAnswersIsAnAssignmentAndNotBelowItsBound() {
        Random random = new Random(8);
        int found = 0;
        for (int round = 0; round < 2000; round++) {
            DenseProblem problem = SmallProblems.random(random);
            Answer answer = new GreedySolver().solve(problem, EFFORT, Watcher.NONE);
            int[] agents = answer.agents();
            if (agents != null) {
                found++;
                assertThat(Assignments.violation(problem, agents)).isNull();
                assertThat(answer.value()).isEqualTo(Assignments.cost(problem, agents));
                assertThat(answer.bound()).isLessThanOrEqualTo(answer.value());
            }
        }
        assertThat(found).isGreaterThan(500);
    }

    /** The cheaper a task is, the more room it takes, over two orders of magnitude: type e of the literature. */
    private static DenseProblem scarce(Random random) {
        int[] sizes = new int[AGENTS * TASKS];
        int[] costs = new int[sizes.length];
        long[] capacities = new long[AGENTS];
        for (int at = 0; at < sizes.length; at++) {
            sizes[at] = Math.max(1, (int) (1 - 10 * StrictMath.log(1 - random.nextDouble())));
            costs[at] = (int) (1000 / sizes[at] - 10 * random.nextDouble());
            capacities[at % AGENTS] += sizes[at];
        }
        Arrays.setAll(capacities, agent -> capacities[agent] * 8 / (10 * AGENTS));
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {capacities});
    }
}
