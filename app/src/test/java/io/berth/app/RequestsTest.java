package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth simulate} with a fleet and requests. */
class RequestsTest {
    private static final Pattern WALL = Pattern.compile("\"wall_seconds\": [-.0-9E]+");

    @TempDir
    private Path temp;

    private Path file = Path.of("");

    @BeforeEach
    void write_the_scenario() throws IOException {
        file = Files.writeString(temp.resolve("fleet.yaml"), """
            fleet:
              models: [{name: sd15, memory: 4Gi}, {name: sdxl, memory: 10Gi}]
              servers: [{count: 4, memory: 24Gi}, {count: 1, speed: 4, memory: 80Gi}]
            requests: {generate: {requests: 300, load: 0.9}, priorities: {0: 4, 1: 1}, deadline: 2m}
            strategies: [round-robin, {name: mine, balance: resource-aware, queue: priority, admit: {queue-limit: {length: 3}}}]
            """);
    }

    @Test
    void json_has_one_run_per_strategy_and_seed_with_the_figures_of_requests() {
        Tree document =
                berth("simulate", file, "--seed", "1..2", "--json").done().json();

        assertThat(document.require("scenario").text()).isEqualTo("fleet");
        List<Tree> runs = document.require("runs").items();
        assertThat(runs)
                .extracting(run ->
                        run.require("strategy").text() + run.require("seed").text())
                .containsExactly("round-robin1", "round-robin2", "mine1", "mine2");
        for (Tree run : runs) {
            Tree metrics = run.require("metrics");
            assertThat(metrics.require("requests_submitted").whole()).isEqualTo(300);
            assertThat(metrics.require("requests_finished").whole()
                            + metrics.require("requests_rejected").whole())
                    .isEqualTo(300);
            for (String name : List.of(
                    "latency_mean_s",
                    "latency_p50_s",
                    "latency_p99_s",
                    "queueing_time_mean_s",
                    "node_utilization_variance",
                    "task_completion_time_variance",
                    "resource_idle_rate",
                    "request_rejection_rate",
                    "deadline_miss_rate")) {
                assertThat(metrics.require(name).number()).as(name).isNotNegative();
            }
        }
    }

    @Test
    void two_calls_print_the_same() {
        String first = berth("simulate", file, "--json").done().out();
        String second = berth("simulate", file, "--json").done().out();

        assertThat(WALL.matcher(first).replaceAll(""))
                .isEqualTo(WALL.matcher(second).replaceAll(""));
    }

    @Test
    void the_table_has_a_row_per_strategy_and_the_figures_of_imbalance() {
        String out = berth("simulate", file, "--seed", "1..6").done().out();

        assertThat(out).startsWith("fleet: 300 requests, 5 servers, 6 seeds");
        assertThat(out).contains("latency p99", "utilisation variance", "rejection rate", "Against round-robin");
        assertThat(out.lines().filter(line -> line.startsWith("mine"))).hasSize(2);
    }

    @Test
    void strategies_seeds_and_values_can_be_chosen_and_swept() {
        Tree document = berth(
                        "simulate",
                        file,
                        "--strategy",
                        "mine",
                        "--strategy",
                        "load-aware",
                        "--seed",
                        "3",
                        "--set",
                        "requests.generate.requests=50",
                        "--sweep",
                        "requests.generate.load=0.5,1.5",
                        "--json")
                .done()
                .json();

        assertThat(document.require("runs").items())
                .extracting(run -> run.require("strategy").text()
                        + run.require("set").require("requests.generate.load").text())
                .containsExactly("mine0.5", "load-aware0.5", "mine1.5", "load-aware1.5");
    }

    @Test
    void every_request_of_a_run_is_a_row_of_its_file() throws IOException {
        Tree document = berth("simulate", file, "--seed", "1..2", "--csv", temp.resolve("rows"), "--json")
                .done()
                .json();

        for (Tree run : document.require("runs").items()) {
            String name =
                    run.require("strategy").text() + "-" + run.require("seed").text() + ".csv";
            List<String[]> rows = Files.readAllLines(temp.resolve("rows").resolve(name)).stream()
                    .map(line -> line.split(",", -1))
                    .toList();
            List<String> header = List.of(rows.getFirst());
            assertThat(header)
                    .startsWith("request", "tenant", "model", "priority", "submit_s")
                    .endsWith("strategy", "seed");
            List<String[]> finished = rows.stream()
                    .filter(row -> row[header.indexOf("outcome")].equals("finished"))
                    .toList();
            Tree metrics = run.require("metrics");
            assertThat(rows).hasSize(1 + 300).allSatisfy(row -> assertThat(row).hasSize(header.size()));
            assertThat(finished)
                    .hasSize((int) metrics.require("requests_finished").whole());
            assertThat(mean(finished, header.indexOf("latency_s")))
                    .isCloseTo(metrics.require("latency_mean_s").number(), offset(1e-6));
            assertThat(mean(finished, header.indexOf("wait_s")))
                    .isCloseTo(metrics.require("queueing_time_mean_s").number(), offset(1e-6));
        }
    }

    @Test
    void all_runs_may_go_to_one_file() {
        berth("simulate", file, "--csv", temp.resolve("requests.csv")).done();

        assertThat(temp.resolve("requests.csv"))
                .content()
                .hasLineCount(1 + 2 * 300)
                .contains(",sdxl,", ",sd15,", ",server-0000,", ",round-robin,42", ",mine,42");
    }

    private static double mean(List<String[]> rows, int column) {
        return rows.stream()
                .mapToDouble(row -> Double.parseDouble(row[column]))
                .average()
                .orElse(Double.NaN);
    }

    @Test
    void wrong_input_is_refused_in_one_line() {
        berth("simulate", file, "--strategy", "load-awar").refused("--strategy", "load-aware");
        berth("simulate", file, "--strategy", "random", "--strategy", "random").refused("there twice");
        berth("simulate", file, "--set", "fleet.servers=[]").refused("at least one group of servers");
        berth("simulate", file, "--set", "requests.generate.lod=1").refused("did you mean \"load\"?");
        berth("simulate", file, "--baseline", "best").refused("--baseline", "round-robin");
        berth("simulate", file, "--journal", temp.resolve("j"))
                .refused("--journal", "requests never enter the journal");
        berth("simulate", file, "--csv", temp.resolve("no/r.csv")).refused("--csv", "there is no folder");
        berth("simulate", file, "--csv", temp.resolve("r.csv"), "--sweep", "requests.generate.load=0.5,0.9")
                .refused("--csv", "must be a folder beside --sweep");
        berth("simulate", file, "--report", temp.resolve("r.html")).refused("--report", "only with jobs");
    }

    @Test
    void the_catalog_shows_balancers_queues_and_admissions() {
        String out = berth("policies").done().out();

        assertThat(out).contains("balance", "power-of-two", "earliest-deadline", "token-bucket", "Mitzenmacher 2001");
    }
}
