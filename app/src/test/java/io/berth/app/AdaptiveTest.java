package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptiveTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 2, gpus: 4, cpu: 32, memory: 256Gi}]}
            workload:
              phases:
                - {jobs: 120, load: 1, gpus: {1: 1, 2: 1}, duration_median: 30m, duration_sigma: 0.1, estimated: 0%}
                - {jobs: 250, load: 1, gpus: {1: 1, 2: 1}, duration_median: 20m, duration_sigma: 1.5, duration_max: 12h}
            strategies:
              - fgd-greedy
              - adaptive: {portfolio: [fgd-greedy, srtf], every: 1h, horizon: 4h, past: 6h, seeds: 5}
            seeds: 1..2
            """;

    @TempDir
    private Path folder;

    private Path scenario;

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    }

    @Test
    void itsChangesAndItsRegretAreToldAndItsJournalsDecideAgainAlike() {
        Path journals = folder.resolve("journals");
        Tree document = berth("simulate", scenario, "--json", "--journal", journals)
                .done()
                .json();

        List<Tree> runs = document.require("runs").items();
        assertThat(runs).hasSize(4);
        List<Tree> adaptive = document.require("adaptive").items();
        assertThat(adaptive).hasSize(2);
        for (int seed = 0; seed < 2; seed++) {
            Tree row = adaptive.get(seed);
            double greedy =
                    runs.get(seed).require("metrics").require("wait_mean_s").number();
            double own =
                    runs.get(2 + seed).require("metrics").require("wait_mean_s").number();
            // The portfolio's own runs are those of the scenario where that has them, and made where it has not.
            assertThat(row.require("fixed").require("fgd-greedy").number()).isEqualTo(greedy);
            double best = Math.min(greedy, row.require("fixed").require("srtf").number());
            double regret = row.require("regret_pct").number();
            assertThat(regret).isCloseTo(100 * (own / best - 1), within(1e-6));
            assertThat(runs.get(2 + seed)
                            .require("metrics")
                            .require("regret_pct")
                            .number())
                    .isEqualTo(regret);
            List<Tree> switches = row.require("switches").items();
            assertThat(switches).isNotEmpty();
            assertThat(switches.getFirst().require("to").text()).isEqualTo("srtf");
            assertThat(switches.getFirst().require("low").number()).isGreaterThan(0.05);
        }
        berth("replay", journals.resolve("adaptive-1"), "--redecide").done();
        assertThat(berth("simulate", scenario).done().out()).contains("changes of strategy a run", "in hindsight");
    }

    @Test
    void othersWhoReadScenariosSayThatItIsNothingForThem() {
        berth("tune", scenario, "--vary", "order.rule.wait=0..1").refused("adaptive", "berth simulate");
        berth("train", scenario).refused("adaptive", "berth simulate");
    }

    @Test
    void whatIsWrongInItIsSaidBeforeAnythingRuns() throws IOException {
        for (List<String> wrong : List.of(
                List.of("seeds: 5}", "seeds: 5, objective: mean-weight}", "unknown figure \"mean-weight\""),
                List.of("seeds: 5}", "seeds: 5, guard: {p99-wait: 0.5}}", "how many times as bad"),
                List.of("seeds: 5}", "seeds: 5, objective: jobs_submitted}", "neither better high nor better low"),
                List.of(
                        "[fgd-greedy, srtf]",
                        "[fgd-greedy, {order: srtf, backfill: conservative, preempt: by-order}]",
                        "conservative"))) {
            // A figure that is not there is found when some run has told its own; a long one would tell its progress
            // first.
            String small = SCENARIO.replace("jobs: 120", "jobs: 3").replace("jobs: 250", "jobs: 3");
            Path spoilt = Files.writeString(folder.resolve("spoilt.yaml"), small.replace(wrong.get(0), wrong.get(1)));
            berth("simulate", spoilt).refused(wrong.get(2));
        }
    }
}
