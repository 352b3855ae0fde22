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

/** Spoilt inputs, thousands of them: each is simulated or refused in one line; nothing hangs, nothing is called a bug. */
class MutationTest {
    private static final int MUTATIONS = Integer.getInteger("berth.mutations", 2000);
    private static final long SEED = Long.getLong("berth.seed", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> SNIPPETS = List.of(
            "-1",
            "",
            "0",
            "99999999999999999999",
            "1e9",
            "x",
            ",",
            ":",
            "\n",
            "\"",
            "|",
            "#",
            "{",
            "]",
            "\t",
            "\0",
            "é");

    @TempDir
    private Path temp;

    @Test
    void everySpoiltInputIsSimulatedOrRefusedInOneLine() throws IOException {
        ScenarioFolder folder = ScenarioFolder.in(temp);
        folder.write("small.yaml", """
            cluster: {nodes: [{count: 4, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 20}}
            strategies: [fcfs, {name: mine, order: sjf, place: {fgd: {coverage: 90}}, backfill: greedy}]
            """);
        List<String> files = List.of("nodes.csv", "pods.csv", "arrivals.csv", "openb.yaml", "small.yaml");
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            Chance chance = new Chance(SEED, "mutation", mutation);
            String file = files.get(chance.below(files.size()));
            byte[] whole = Files.readAllBytes(folder.file(file));
            Files.write(folder.file(file), spoilt(whole, chance));
            String scenario = file.equals("small.yaml") ? file : chance.unit() < 0.5 ? "openb.yaml" : "timed.yaml";
            String lenient = chance.unit() < 0.3 ? "lenient=true" : "lenient=false";
            String name = "berth.seed=" + SEED + ", mutation " + mutation + " of " + file;

            Cli run = assertTimeoutPreemptively(
                    PATIENCE, () -> berth("simulate", folder.file(scenario), "--set", lenient), name);

            assertThat(run.code()).as(name + ": " + run.err()).isIn(0, 2);
            if (run.code() == 2) {
                run.refused("berth");
            }
            Files.write(folder.file(file), whole);
        }
    }

    /** A byte flipped, a snippet put in, a part cut out or doubled, or the end cut off. */
    private static byte[] spoilt(byte[] whole, Chance chance) {
        int at = chance.below(whole.length);
        int end = Math.min(whole.length, at + 1 + chance.below(12));
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
