package io.berth.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published problems and their optima, where they are at hand: -Dberth.data, BERTH_DATA, or ../shared/data beside the repository. */
class PublishedGapsTest {
    @ParameterizedTest
    @CsvSource({
        "gap1-0,261,-336", "gap2-4,267,-428", "gap3-1,415,-564", "gap4-1,424,-644", "gap5-0,403,-563",
                "gap6-3,516,-752",
        "gap7-2,662,-968", "gap8-2,800,-1141", "gap9-3,497,-723", "gap10-0,638,-958", "gap11-2,589,-1195",
                "gap12-4,945,-1446"
    })
    void theBestValueIsFoundWithABoundCloseToIt(String name, long least, long most) throws IOException {
        Path file = folder().resolve("gap").resolve(name);
        assumeTrue(Files.isRegularFile(file), "no problem " + file + ": set -Dberth.data or BERTH_DATA");
        check(read(file, 1), least);
        check(read(file, -1), most);
    }

    private static void check(DenseProblem problem, long optimum) {
        Answer answer = new DualSolver().solve(problem, Effort.untilProved(1).within(15_000_000), Watcher.NONE);
        assertThat(answer.value()).isEqualTo(optimum);
        assertThat(answer.bound()).isBetween(optimum - 2, optimum);
    }

    private static Path folder() {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        return named.isEmpty()
                ? Path.of("").toAbsolutePath().resolve("../../shared/data").normalize()
                : Path.of(named);
    }

    private static DenseProblem read(Path file, int sign) throws IOException {
        StringTokenizer tokens = new StringTokenizer(Files.readString(file));
        int agents = Integer.parseInt(tokens.nextToken());
        int tasks = Integer.parseInt(tokens.nextToken());
        int[][] matrices = new int[2][agents * tasks];
        for (int at = 0; at < 2 * agents * tasks; at++) {
            int place = at % (agents * tasks);
            int factor = at < agents * tasks ? sign : 1;
            matrices[at / (agents * tasks)][place % tasks * agents + place / tasks] =
                    factor * Integer.parseInt(tokens.nextToken());
        }
        long[] room = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            room[agent] = Long.parseLong(tokens.nextToken());
        }
        return new DenseProblem(matrices[0], new int[][] {matrices[1]}, new long[][] {room});
    }
}
