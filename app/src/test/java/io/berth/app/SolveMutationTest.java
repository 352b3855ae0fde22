package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.berth.core.time.Chance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spoilt problems, thousands of them: each is solved, found to be impossible, or refused in one line; nothing hangs. */
class SolveMutationTest {
    private static final Spoiler SPOILER = new Spoiler(8, "1e-9", "nan", "null", ".inf", "- ", " 7");

    private static final List<String> PROBLEMS = List.of(
            "2 3\n 1 9 3\n 4 5 6\n 1 2 1\n 1 1 2\n 4 4\n",
            "2\n 1 2\n 3 4\n 1 1\n 2\n 2 1\n 1.5\n 2\n 1\n 1\n 1\n 1\n",
            """
            sense: minimize
            assign: at-most-once
            tasks: [a, {name: b, count: 2, sizes: {cpu: 1}}]
            agents: [x, {name: y, capacities: {cpu: 1.5}}]
            values: [[1, -2.5], [3, null]]
            exceptions: [{task: b-2, agent: x, value: -4}]
            """,
            """
            {"sense": "maximize", "per_agent": 1, "objective": "sum", "tasks": [{"name": "t", "work": "5G", "data": 7}],
             "agents": [{"name": "n", "count": 2, "rate": "1G", "gpus": 2, "memory": 9, "bandwidth": "1k"}]}
            """,
            """
            sense: minimize
            objective: total_completion
            tasks: [a, b]
            agents: [x, y]
            values: [[1, 2], [3, 4]]
            sizes: {mem: [1, [2, 3]]}
            capacities: {mem: [3, null]}
            """);

    @TempDir
    private Path temp;

    @Test
    void everySpoiltProblemIsSolvedOrRefusedInOneLine() throws IOException {
        Path file = temp.resolve("problem");
        for (int mutation = 0; mutation < Spoiler.MUTATIONS; mutation++) {
            Chance chance = new Chance(Spoiler.SEED, "mutation", mutation);
            String whole = PROBLEMS.get(chance.below(PROBLEMS.size()));
            byte[] spoilt = whole.getBytes(StandardCharsets.UTF_8);
            for (int times = 1 + chance.below(2); times > 0 && spoilt.length > 0; times--) {
                spoilt = SPOILER.spoilt(spoilt, chance);
            }
            Files.write(file, spoilt);
            String name = "berth.seed=" + Spoiler.SEED + ", mutation " + mutation + ": "
                    + new String(spoilt, StandardCharsets.UTF_8);

            Cli run = assertTimeoutPreemptively(
                    Spoiler.PATIENCE,
                    () -> berth("solve", file, "--minimize", "--method", "greedy", "--time-limit", "5s"),
                    name);

            assertThat(run.code()).as(name + ": " + run.err()).isIn(0, 1, 2);
            if (run.code() == 2) {
                run.refused("berth");
            } else {
                assertThat(run.out()).as(name + run.err()).containsAnyOf("optimal: ", "feasible: ", "unknown: ");
            }
        }
    }
}
