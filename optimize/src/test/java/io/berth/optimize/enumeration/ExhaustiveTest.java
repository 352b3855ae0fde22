package io.berth.optimize.enumeration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExhaustiveTest {
    @Test
    void leavesNothingOutThatCouldBeBetter() {
        Random random = new Random(5);
        SmallProblems.assertLeast(new Exhaustive(), Assignments::cost, 3000, () -> SmallProblems.random(random));
    }

    @Test
    void isTrueAboutWhatItDidNotSee() {
        Random random = new Random(6);
        for (int round = 0; round < 1000; round++) {
            DenseProblem problem = SmallProblems.random(random);
            long least = SmallProblems.least(problem, Assignments::cost);

            Answer answer =
                    new Exhaustive().solve(problem, Effort.untilProved(1).within(random.nextInt(40)), Watcher.NONE);

            assertThat(answer.bound()).as("round %d", round).isLessThanOrEqualTo(least);
            if (answer.agents() != null) {
                assertThat(Assignments.violation(problem, Objects.requireNonNull(answer.agents())))
                        .isNull();
                assertThat(answer.value()).isGreaterThanOrEqualTo(least);
            }
        }
    }

    @Test
    void refusesWhatHasNoEnd() {
        DenseProblem large = new DenseProblem(new int[1 << 15], new int[1][1 << 15], new long[1][8]);

        assertThatThrownBy(() -> new Exhaustive().solve(large, Effort.untilProved(1), Watcher.NONE))
                .hasMessageContaining("small problems");
    }
}
