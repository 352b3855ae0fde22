package io.berth.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.PublishedGaps;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published problems and their optima, where they are at hand. */
class PublishedGapsTest {
    @ParameterizedTest
    @CsvSource({
        "gap1-0,261,-336", "gap2-4,267,-428", "gap3-1,415,-564", "gap4-1,424,-644", "gap5-0,403,-563",
                "gap6-3,516,-752",
        "gap7-2,662,-968", "gap8-2,800,-1141", "gap9-3,497,-723", "gap10-0,638,-958", "gap11-2,589,-1195",
                "gap12-4,945,-1446"
    })
    void theBestValueIsFoundWithABoundCloseToIt(String name, long least, long most) throws IOException {
        Path file = PublishedGaps.needed("gap/" + name);
        check(PublishedGaps.read(file, 1), least);
        check(PublishedGaps.read(file, -1), most);
    }

    private static void check(DenseProblem problem, long optimum) {
        Answer answer = new DualSolver().solve(problem, Effort.untilProved(1).within(15_000_000), Watcher.NONE);
        assertThat(answer.value()).isEqualTo(optimum);
        assertThat(answer.bound()).isBetween(optimum - 2, optimum);
    }
}
