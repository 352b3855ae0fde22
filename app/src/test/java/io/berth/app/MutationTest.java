package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.berth.core.time.Chance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spoilt inputs, thousands of them: each is simulated or refused in one line; nothing hangs, nothing is called a bug. */
class MutationTest {
    private static final Spoiler SPOILER = new Spoiler(12, "x", "|", "#");

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
        for (int mutation = 0; mutation < Spoiler.MUTATIONS; mutation++) {
            Chance chance = new Chance(Spoiler.SEED, "mutation", mutation);
            String file = files.get(chance.below(files.size()));
            byte[] whole = Files.readAllBytes(folder.file(file));
            Files.write(folder.file(file), SPOILER.spoilt(whole, chance));
            String scenario = file.equals("small.yaml") ? file : chance.unit() < 0.5 ? "openb.yaml" : "timed.yaml";
            String lenient = chance.unit() < 0.3 ? "lenient=true" : "lenient=false";
            String name = "berth.seed=" + Spoiler.SEED + ", mutation " + mutation + " of " + file;

            Cli run = assertTimeoutPreemptively(
                    Spoiler.PATIENCE, () -> berth("simulate", folder.file(scenario), "--set", lenient), name);

            assertThat(run.code()).as(name + ": " + run.err()).isIn(0, 2);
            if (run.code() == 2) {
                run.refused("berth");
            }
            Files.write(folder.file(file), whole);
        }
    }
}
