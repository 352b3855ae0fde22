package io.berth.optimize.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.exact.NativeLibrary;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.matching.MatchingSolver;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.schedule.MakespanSolver;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two textbook examples: every way to solve them comes to the same. */
class ShippedProblemTest {
    /** The dual of a problem with a gap between bound and best never ends by itself. */
    private static final long DUAL_WORK = 2_000_000;

    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @CsvSource({
        "textbook-a, 18",
        "textbook-a-harder, 22",
        "textbook-a-printed, 13",
        "textbook-b, 41.5",
        "textbook-b-completion, 41.5",
        "textbook-b-makespan, 22"
    })
    private @interface EachExample {}

    @EachExample
    void everyWayComesToTheSame(String name, String value) {
        StatedProblem problem = read(name);

        Answer exhaustive = solve(problem, new Exhaustive(), Long.MAX_VALUE);
        Answer dual = solve(problem, new DualSolver(), DUAL_WORK);

        assertThat(exhaustive.status()).isEqualTo(Answer.Status.OPTIMAL);
        assertThat(problem.value(exhaustive.value())).isEqualByComparingTo(value);
        assertThat(problem.value(dual.value())).isEqualByComparingTo(value);
        assertThat(dual.bound()).isLessThanOrEqualTo(exhaustive.value());
    }

    @EachExample
    void integerProgrammingComesToTheSame(String name, String value) {
        Assumptions.assumeTrue(hasNativeCode());
        StatedProblem problem = read(name);

        Answer exact = solve(problem, new ExactSolver(Engine.CP_SAT), Long.MAX_VALUE);

        assertThat(exact.status()).isEqualTo(Answer.Status.OPTIMAL);
        assertThat(problem.value(exact.value())).isEqualByComparingTo(value);
    }

    @ParameterizedTest
    @CsvSource({"textbook-b, 41.5", "textbook-b-completion, 41.5"})
    void whereAgentsHavePlacesTheHungarianMethodComesToTheSame(String name, String value) {
        StatedProblem problem = read(name);

        Answer answer = solve(problem, new MatchingSolver(), Long.MAX_VALUE);

        assertThat(answer.status()).isEqualTo(Answer.Status.OPTIMAL);
        assertThat(problem.value(answer.value())).isEqualByComparingTo(value);
    }

    @Test
    void theFilesOfTheExamplesAreTheShippedProblems() throws IOException {
        Path folder = Path.of("..", "examples", "solve");
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(ShippedProblem.names());
        }
        for (String name : ShippedProblem.names()) {
            assertThat(folder.resolve(name + ".yaml"))
                    .hasContent(
                            Objects.requireNonNull(ShippedProblem.find(name)).text());
        }
    }

    private static boolean hasNativeCode() {
        try {
            NativeLibrary.load();
            return true;
        } catch (UnsupportedOperationException missing) {
            return false;
        }
    }

    private static StatedProblem read(String name) {
        return ProblemFile.read(name, new ProblemFile.Choice(null, 0, List.of()));
    }

    private static Answer solve(StatedProblem problem, Solver solver, long work) {
        boolean makespan = problem.objective() == Objective.MAKESPAN;
        Answer answer = (makespan ? new MakespanSolver(solver) : solver)
                .solve(problem.form(), Effort.untilProved(1).within(work), Watcher.NONE);
        assertThat(Assignments.violation(problem.form(), Objects.requireNonNull(answer.agents())))
                .isNull();
        return answer;
    }
}
