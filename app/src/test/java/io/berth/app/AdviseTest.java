package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseTest {
    /** No backfill lets one wide job keep all others waiting; a part of the tasks shares GPUs. */
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 4, gpus: 4, model: H100, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 150, load: 1.1, gpus: {0.5: 1, 1: 4, 4: 2}, gang: {1: 4, 2: 1}, duration_sigma: 1.5, duration_max: 6h}}
            strategies: [fcfs]
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
    void aBetterStrategyIsAdvisedWithItsIntervalAndCanBeSimulated() throws IOException {
        Path out = folder.resolve("advised.yaml");
        Tree advice = berth("advise", scenario, "--objective", "p90-wait", "--budget", "80", "--out", out, "--json")
                .done()
                .json();

        assertThat(advice.require("cluster").require("gpus").whole()).isEqualTo(16);
        assertThat(advice.require("work").require("sharing").number()).isPositive();
        List<Tree> candidates = advice.require("candidates").items();
        assertThat(candidates.getFirst().require("why").text()).isEqualTo("in force");
        assertThat(candidates)
                .extracting(row -> row.require("strategy").require("name").text())
                .contains("fcfs", "sjf easy", "fgd-greedy", "fgd-lookahead")
                .doesNotHaveDuplicates();
        Tree change =
                advice.require("choice").require("figures").items().getFirst().require("change");
        assertThat(change.require("high").number()).isNegative();
        assertThat(advice.require("runs").whole()).isLessThanOrEqualTo(81);
        String chosen = advice.require("switch_to").require("name").text();
        assertThat(chosen)
                .isEqualTo(advice.require("choice").require("strategy").text());

        Path seen = folder.resolve("seen.yaml");
        Files.writeString(
                seen,
                SCENARIO.replace("[fcfs]", "[fcfs, " + Files.readString(out).strip() + "]"));
        List<Tree> runs =
                berth("simulate", seen, "--json").done().json().require("runs").items();
        assertThat(runs).hasSize(4);
        assertThat(runs.get(2).require("strategy").text()).isEqualTo(chosen);
    }

    @Test
    void theTextSaysWhatThereIsWhatWasTriedAndWhatToDo() {
        String first = berth("advise", scenario, "--budget", "70").done().out();

        assertThat(first)
                .contains("cluster: 4 nodes, 16 H100", "estimates: 100 % of jobs", "candidate", "in force")
                .containsPattern("Under [a-z0-9 -]+ the\\s+mean-wait\\s+falls\\s+by\\s+[0-9.]+\\s+%")
                .contains("berth strategy set '{\"name\":");
        assertThat(berth("advise", scenario, "--budget", "70").done().out()).isEqualTo(first);
    }

    @Test
    void nothingIsSwitchedWhereTheOtherIsTheSameUnderAnotherOrder() throws IOException {
        // Each job comes long after the last has ended, so that no strategy makes a difference.
        Path calm = Files.writeString(folder.resolve("calm.yaml"), """
                cluster: {nodes: [{count: 2, gpus: 8, cpu: 96, memory: 1Ti}]}
                workload: {generate: {jobs: 30, interarrival: 10h, gpus: {1: 1}, duration_max: 1h}}
                strategies: [fcfs, sjf]
                """);
        Tree advice = berth("advise", calm, "--only", "--budget", "20", "--json")
                .done()
                .json();

        Tree none = advice.get("switch_to");
        assertThat(none == null || none.isNull()).isTrue();
        assertThat(advice.require("candidates").items()).hasSize(2);
        assertThat(berth("advise", calm, "--only", "--budget", "20").done().out())
                .contains("No switch: fcfs stays.", "no real difference", "stays the same");
    }

    @Test
    void aJournalIsAdvisedOnWithWorkloadsItCouldHaveBeen() throws IOException {
        Path journal = folder.resolve("journal");
        berth("simulate", scenario, "--seed", "1", "--journal", journal).done();
        Path more = Files.writeString(folder.resolve("more.yaml"), "[{name: mine, order: srsf, backfill: greedy}]");

        Tree advice = berth("advise", journal, "--candidates", more, "--only", "--budget", "40", "--json")
                .done()
                .json();
        assertThat(advice.require("redrawn").flag()).isTrue();
        assertThat(advice.require("work").require("jobs").whole()).isEqualTo(150);
        assertThat(advice.require("in_force").require("name").text()).isEqualTo("fcfs");
        assertThat(advice.require("choice").require("strategy").text()).isEqualTo("mine");
        berth("advise", journal, "--set", "seeds=1").refused("--set", "journal");
    }

    @Test
    void ofAStrategyThatChangesEachOfItsPortfolioIsACandidate() throws IOException {
        Path changing = Files.writeString(
                folder.resolve("changing.yaml"),
                SCENARIO.replace(
                        "[fcfs]",
                        "[{adaptive: {portfolio: [fcfs, {name: short, order: sjf, backfill: easy}]}}, fcfs]"));

        Tree advice = berth("advise", changing, "--only", "--budget", "30", "--json")
                .done()
                .json();
        assertThat(advice.require("in_force").require("name").text()).isEqualTo("fcfs");
        assertThat(advice.require("candidates").items())
                .extracting(row -> row.require("strategy").require("name").text())
                .containsExactly("fcfs", "short");
        berth("advise", changing, "--strategy", "adaptive").refused("--strategy", "adaptive");
    }

    @Test
    void aGuardKeepsWhatMakesAnotherFigureWorse() {
        String strict = berth("advise", scenario, "--budget", "80", "--guard", "p99-wait=1", "--guard", "mean-jct=1")
                .done()
                .out();
        assertThat(strict).contains("candidate");
        berth("advise", scenario, "--guard", "p99-wait").refused("--guard", "how many times as bad");
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() throws IOException {
        berth("advise").refused("needs a scenario or a journal");
        berth("advise", scenario, "--budget", "7").refused("--budget", "at least", "candidates");
        berth("advise", scenario, "--budget", "soon").refused("--budget", "90s", "\"soon\"");
        // Said after one simulation, before which a slow machine may print how far it is.
        Cli unknown = berth("advise", scenario, "--objective", "mean-weight", "--budget", "60");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown figure \"mean-weight\"", "did you mean \"mean-wait\"?");
        berth("advise", scenario, "--objective", "jobs_submitted").refused("--objective", "neither better");
        berth("advise", scenario, "--only").refused("--only", "no candidate");
        berth("advise", scenario, "--strategy", "fcsf").refused("--strategy", "\"fcfs\"");
        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "[{order: sfj}]");
        berth("advise", scenario, "--candidates", wrong).refused("wrong.yaml", "sfj", "sjf");
        Path none = Files.writeString(folder.resolve("none.yaml"), "{a: 1}");
        berth("advise", scenario, "--candidates", none).refused("none.yaml", "list of strategies");
    }
}
