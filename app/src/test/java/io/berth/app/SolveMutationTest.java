package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.berth.core.time.Chance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spoilt problems, thousands of them: each is solved, found to be impossible, or refused in one line; nothing hangs. */
class SolveMutationTest {
    private static final int MUTATIONS = Integer.getInteger("berth.mutations", 2000);
    private static final long SEED = Long.getLong("berth.seed", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> SNIPPETS = List.of(
            "-1",
            "",
            "0",
            "99999999999999999999",
            "1e9",
            "1e-9",
            "nan",
            "null",
            ".inf",
            ",",
            ":",
            "\n",
            "\"",
            "{",
            "]",
            "\t",
            "\0",
            "é",
            "- ",
            " 7");

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
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            Chance chance = new Chance(SEED, "mutation", mutation);
            String whole = PROBLEMS.get(chance.below(PROBLEMS.size()));
            byte[] spoilt = whole.getBytes(StandardCharsets.UTF_8);
            for (int times = 1 + chance.below(2); times > 0 && spoilt.length > 0; times--) {
                spoilt = spoilt(spoilt, chance);
            }
            Files.write(file, spoilt);
            String name =
                    "berth.seed=" + SEED + ", mutation " + mutation + ": " + new String(spoilt, StandardCharsets.UTF_8);

            Cli run = assertTimeoutPreemptively(
                    PATIENCE,
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

    /** A byte flipped, a snippet put in, a part cut out or doubled, or the end cut off. */
    private static byte[] spoilt(byte[] whole, Chance chance) {
        int at = chance.below(whole.length);
        int end = Math.min(whole.length, at + 1 + chance.below(8));
        return switch (chance.below(6)) {
            case 0 -> {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << chance.below(8));
                yield flipped;
            }
            case 1 -> joined(whole, at, SNIPPETS.get(chance.below(SNIPPETS.size())), at);
            case 2 -> joined(whole, at, SNIPPETS.get(chance.below(SNIPPETS.size())), end);
            case 3 -> joined(whole, at, "", end);
            case 4 -> joined(whole, end, "", at);
            default -> Arrays.copyOf(whole, at);
        };
    }

    /** The bytes before {@code until}, {@code middle}, and the bytes from {@code from} on. */
    private static byte[] joined(byte[] whole, int until, String middle, int from) {
        byte[] between = middle.getBytes(StandardCharsets.UTF_8);
        byte[] joined = Arrays.copyOf(whole, until + between.length + whole.length - from);
        System.arraycopy(between, 0, joined, until, between.length);
        System.arraycopy(whole, from, joined, until + between.length, whole.length - from);
        return joined;
    }
}
