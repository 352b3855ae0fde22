package io.berth.optimize.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.enumeration.SmallProblems;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.search.GreedySolver;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MakespanSolverTest {
    private static final Effort EFFORT = Effort.untilProved(1);

    @Test
    void isAsShortAsTryingAll() {
        Random random = new Random(4);
        for (int round = 0; round < 1000; round++) {
            DenseProblem problem = SmallProblems.random(random);
            long least = SmallProblems.least(problem, MakespanSolver::makespan);

            Answer answer = new MakespanSolver(new Exhaustive()).solve(problem, EFFORT, Watcher.NONE);

            assertThat(answer.value()).as("round %d", round).isEqualTo(least);
            assertThat(answer.bound()).as("round %d", round).isEqualTo(least);
        }
    }

    @Test
    void provesNoMoreThanItsSolverDoes() {
        Random random = new Random(9);
        for (int round = 0; round < 1000; round++) {
            DenseProblem problem = SmallProblems.random(random);
            long least = SmallProblems.least(problem, MakespanSolver::makespan);

            Answer answer = new MakespanSolver(new GreedySolver()).solve(problem, EFFORT, Watcher.NONE);

            assertThat(answer.bound()).as("round %d", round).isLessThanOrEqualTo(least);
            if (answer.agents() != null) {
                assertThat(MakespanSolver.makespan(problem, Objects.requireNonNull(answer.agents())))
                        .isEqualTo(answer.value())
                        .isGreaterThanOrEqualTo(least);
            }
        }
    }
}
