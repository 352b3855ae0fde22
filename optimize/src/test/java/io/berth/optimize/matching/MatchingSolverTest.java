package io.berth.optimize.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.enumeration.SmallProblems;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatchingSolverTest {
    private static final Effort EFFORT = Effort.untilProved(1);

    @Test
    void isAsGoodAsTryingAllWhereAgentsDoSoManyTasks() {
        Random random = new Random(8);
        SmallProblems.assertLeast(new MatchingSolver(), Assignments::cost, 1000, () -> counted(random));
    }

    @Test
    void takesSizesThatComeToTheSame() {
        DenseProblem oneEach =
                new DenseProblem(new int[] {4, 1, 2, 1}, new int[][] {{6, 7, 8, 9}}, new long[][] {{10, 10}});

        Answer answer = new MatchingSolver().solve(oneEach, EFFORT, Watcher.NONE);

        assertThat(answer.agents()).containsExactly(1, 0);
        assertThat(answer.value()).isEqualTo(3);
    }

    @Test
    void refusesSizesOnWhichItDependsWhatFits() {
        DenseProblem knapsack = new DenseProblem(new int[3], new int[][] {{3, 4, 8}}, new long[][] {{10}});

        assertThat(MatchingSolver.takes(knapsack, EFFORT)).isFalse();
        assertThatThrownBy(() -> new MatchingSolver().solve(knapsack, EFFORT, Watcher.NONE))
                .hasMessageContaining("hungarian is for problems");
    }

    private static DenseProblem counted(Random random) {
        int tasks = 1 + random.nextInt(4);
        int agents = 1 + random.nextInt(3);
        int[] costs = new int[tasks * agents];
        Arrays.setAll(costs, at -> random.nextInt(6) == 0 ? Problem.FORBIDDEN : random.nextInt(-9, 20));
        int[] ones = new int[costs.length];
        Arrays.fill(ones, 1);
        long[] capacities = random.longs(agents, 0, 4).toArray();
        return new DenseProblem(costs, new int[][] {ones}, new long[][] {capacities});
    }
}
