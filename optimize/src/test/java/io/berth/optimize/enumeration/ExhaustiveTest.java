package io.berth.optimize.enumeration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExhaustiveTest {
    @Test
    void leavesNothingOutThatCouldBeBetter() {
        SmallProblems.assertLeast(new Exhaustive(), Assignments::cost, 3000, SmallProblems.drawn(5));
    }

    @Test
    void isTrueAboutWhatItDidNotSee() {
        Random random = new Random(6);
        SmallProblems.assertTrue(
                (problem, effort, watcher) ->
                        new Exhaustive().solve(problem, effort.within(random.nextInt(40)), watcher),
                Assignments::cost,
                1000,
                () -> SmallProblems.random(random));
    }

    @Test
    void refusesWhatHasNoEnd() {
        DenseProblem large = new DenseProblem(new int[1 << 15], new int[1][1 << 15], new long[1][8]);

        assertThatThrownBy(() -> new Exhaustive().solve(large, Effort.untilProved(1), Watcher.NONE))
                .hasMessageContaining("small problems");
    }
}
