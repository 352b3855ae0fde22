package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of runs in which the cluster neither fills nor drains. */
class SteadyPartTest {
    @TempDir
    private Path temp;

    @Test
    void fillingAndDrainingAreLeftOutOfWhatIsShown() throws IOException {
        Path planted = planted();

        Tree document = berth("simulate", planted, "--json").done().json();
        Tree cut = berth("simulate", planted, "--set", "warmup=1000s", "--set", "cooldown=0s", "--json")
                .done()
                .json();

        Tree steady = document.require("steady");
        Tree window = steady.require("windows").items().getFirst();
        assertThat(window.require("from_seconds").number()).isEqualTo(1000);
        assertThat(window.require("to_seconds").number()).isEqualTo(1000 + 20 * 359);
        Tree whole = document.require("runs").items().getFirst().require("metrics");
        assertThat(whole.require("jobs_submitted").whole()).isEqualTo(401);
        assertThat(whole.require("wait_mean_s").number()).isGreaterThan(9);
        Tree same = cut.require("runs").items().getFirst().require("metrics");
        for (Tree.Entry figure :
                steady.require("runs").items().getFirst().require("metrics").entries()) {
            Tree asked = Objects.requireNonNull(same.get(figure.key()), figure.key());
            if (!figure.value().isNull() && !asked.isNull()) {
                assertThat(figure.value().number()).as(figure.key()).isCloseTo(asked.number(), within(1e-6));
            }
        }
        assertThat(Objects.requireNonNull(cut.get("steady")).isNull()).isTrue();
    }

    @Test
    void theTableSaysWhichPartItIsOf() throws IOException {
        Path planted = planted();

        String steady = berth("simulate", planted).done().out();
        String whole = berth("simulate", planted, "--whole-run").done().out();
        String given =
                berth("simulate", planted, "--set", "warmup=1000s").done().out();

        assertThat(steady.replaceAll("\\s+", " ")).contains("Of the steady part, from 16m 40s after the first arrival");
        assertThat(whole).contains("Of whole runs, with the filling and the draining of the cluster.");
        assertThat(line(steady)).isNotEqualTo(line(whole));
        assertThat(given).doesNotContain("Of whole runs").doesNotContain("Of the steady part");
    }

    @Test
    void aQueueThatGrowsWithoutEndHasNoSteadyPart() throws IOException {
        Path scenario = generated("load: 3, jobs: 1000");

        assertThat(missing(scenario)).isEqualTo("backlog");
        assertThat(berth("simulate", scenario).done().out())
                .contains("Of whole runs, as there is no steady part: the queue still grew or shrank");
    }

    @Test
    void aShortRunHasNone() throws IOException {
        assertThat(missing(generated("load: 0.5, jobs: 90"))).isEqualTo("too_short");
    }

    @Test
    void aClusterThatNobodyLeavesHasNone() throws IOException {
        StringBuilder jobs = new StringBuilder("submit,duration,gpus\n");
        for (int job = 0; job < 400; job++) {
            jobs.append(10 * job).append(",1000000,1\n");
        }
        Files.writeString(temp.resolve("stay.csv"), jobs);
        Path stay = Files.writeString(temp.resolve("stay.yaml"), """
            cluster: {nodes: [{count: 100, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {csv: stay.csv}
            strategies: [fcfs]
            """);

        assertThat(missing(stay)).isEqualTo("filling");
    }

    private String missing(Path scenario) {
        return berth("simulate", scenario, "--json")
                .done()
                .json()
                .require("steady")
                .require("missing")
                .text();
    }

    private Path generated(String keys) throws IOException {
        return Files.writeString(temp.resolve("generated.yaml"), """
            cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {%s}}
            strategies: [fcfs]
            """.formatted(keys));
    }

    /** Forty jobs at once on one GPU, each of 10 s; then one every 20 s, which never waits; the last one takes a day. */
    private Path planted() throws IOException {
        StringBuilder jobs = new StringBuilder("submit,duration,gpus\n");
        for (int job = 0; job < 400; job++) {
            jobs.append(job < 40 ? 0 : 1000 + 20 * (job - 40)).append(",10,1\n");
        }
        jobs.append(1000 + 20 * 359).append(",86400,1\n");
        Files.writeString(temp.resolve("jobs.csv"), jobs);
        return Files.writeString(temp.resolve("planted.yaml"), """
            cluster: {nodes: [{count: 2, gpus: 1, cpu: 8, memory: 64Gi}]}
            workload: {csv: jobs.csv}
            strategies: [fcfs, sjf]
            """);
    }

    private static String line(String table) {
        return table.lines()
                .filter(line -> line.startsWith("fcfs "))
                .findFirst()
                .orElseThrow();
    }
}
