package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulateTest extends ScenarioTest {
    private static final Pattern WALL = Pattern.compile("\"wall_seconds\": [-.0-9E]+");

    @Test
    void jsonHasOneRunPerStrategyAndSeedInTheirOrder() {
        Tree document = berth("simulate", folder.file("generated.yaml"), "--seed", "1..2", "--json")
                .done()
                .json();

        assertThat(document.require("scenario").text()).isEqualTo("generated");
        List<Tree> runs = document.require("runs").items();
        assertThat(runs)
                .extracting(run ->
                        run.require("strategy").text() + run.require("seed").text())
                .containsExactly("fcfs1", "fcfs2", "fgd-greedy1", "fgd-greedy2");
        for (Tree run : runs) {
            assertThat(run.require("wall_seconds").number()).isPositive();
            assertThat(run.require("events").whole()).isGreaterThan(400);
            assertThat(run.require("decisions").whole()).isGreaterThanOrEqualTo(200);
            assertThat(run.require("metrics").require("jobs_submitted").whole()).isEqualTo(200);
            assertThat(run.require("metrics").require("jct_mean_s").number()).isPositive();
        }
    }

    @Test
    void aStrategyInFullIsTakenFromTheCommandLine() {
        Tree run = berth(
                        "simulate",
                        folder.file("generated.yaml"),
                        "--strategy",
                        "{place: [{fgd: 0.7}, {least-allocated: 0.3}], backfill: greedy}",
                        "--json")
                .firstRun();

        assertThat(run.require("strategy").text()).isEqualTo("fgd:0.7,least-allocated:0.3+greedy");
        assertThat(run.require("metrics").require("jobs_finished").whole()).isGreaterThan(150);
    }

    @Test
    void aStrategyOfTheScenarioIsFoundByItsName() throws IOException {
        Path scenario = folder.write("own.yaml", """
                cluster: {nodes: [{count: 2, gpus: 4, cpu: 32, memory: 128Gi}]}
                workload: {generate: {jobs: 20}}
                strategies: [fcfs, {name: mine, order: sjf}, {name: sjf, order: fcfs}]
                """);
        for (String own : List.of("mine", "sjf")) {
            List<Tree> runs = berth("simulate", scenario, "--strategy", own, "--json")
                    .done()
                    .json()
                    .require("runs")
                    .items();
            assertThat(runs).hasSize(1);
            assertThat(runs.getFirst().require("strategy").text()).isEqualTo(own);
        }
        berth("simulate", scenario, "--strategy", "mime").refused("--strategy", "unknown strategy", "\"mine\"");
    }

    @Test
    void everyFigureOfTheContractIsThere() {
        Tree run = berth("simulate", folder.file("openb.yaml"), "--json").firstRun();

        assertThat(run.require("metrics").entries())
                .extracting(Tree.Entry::key)
                .contains("jct_mean_s", "jct_p50_s", "jct_p99_s", "wait_mean_s", "wait_p99_s", "bounded_slowdown_mean")
                .contains("makespan_s", "jobs_finished", "jobs_rejected", "request_rejection_rate")
                .contains("gpu_allocation_pct", "gpu_allocation_pct_at_arrived_105", "fragmentation_pct")
                .contains("node_utilization_variance", "task_completion_time_variance", "resource_idle_rate")
                .contains("queueing_time_mean_s", "jain_fairness", "finish_time_fairness_max", "deadline_miss_rate")
                .contains("preemptions")
                .as("figures that nothing makes")
                .doesNotContain("migrations", "cost");
        assertThat(run.require("metrics").get("jct_mean_s")).matches(Tree::isNull, "a mean of no jobs is null");
    }

    @Test
    void jobsAloneAreEnoughToGenerate() throws IOException {
        Path scenario = folder.write("short.yaml", """
            cluster: {nodes: [{count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 20}}
            """);
        assertThat(berth("simulate", scenario).done().out())
                .contains("20 jobs, 2 nodes, 8 GPUs, seed 42", "fcfs", "imbalance");
    }

    @Test
    void podsEndWhenTheTraceSaysSo() {
        Cli run = berth("simulate", folder.file("timed.yaml"), "--csv", temp.resolve("jobs.csv"), "--json");

        Tree metrics = run.firstRun().require("metrics");
        assertThat(metrics.require("jobs_finished").whole()).isEqualTo(4);
        assertThat(temp.resolve("jobs.csv")).content().isEqualTo("""
            id,name,queue,kind,tasks,gpus,gpu_milli,submit_s,start_s,end_s,wait_s,jct_s,outcome,node,strategy,seed,reason,placement,cost,energy_kwh
            1,openb-pod-0000,ls,batch,1,1,500,0,0,100,0,100,finished,openb-node-0000,fcfs,42,,openb-node-0000:0@500,,
            4,openb-pod-0003,ls,batch,1,0,0,9,9,300,0,291,finished,openb-node-0002,fcfs,42,,openb-node-0002,,
            3,openb-pod-0002,ls,batch,1,8,1000,7,7,387,0,380,finished,openb-node-0001,fcfs,42,,openb-node-0001:0+1+2+3+4+5+6+7,,
            2,openb-pod-0001,be,batch,1,1,1000,5,5,995,0,990,finished,openb-node-0000,fcfs,42,,openb-node-0000:1,,
            """);
    }

    @Test
    void rejectedJobsAndThoseThatNeverStartAreToldWithTheReason() throws IOException {
        Files.writeString(temp.resolve("jobs.csv"), """
            submit,duration,name,tasks,cpu,memory,gpus,gpu_model
            0,60,model,1,1,1Gi,1,B200
            0,60,large,1,1,1Gi,16,
            0,60,share,1,1,1Gi,1,
            0,60,thirsty,1,99,1Gi,1,
            0,60,fat,1,1,9Ti,1,
            0,60,split,1,64,512Gi,8,H100
            0,60,gang,3,1,1Gi,8,
            0,7d,long,2,1,1Gi,8,
            1,60,late,2,1,1Gi,8,
            2,60,later,2,1,1Gi,8,
            """);
        Path scenario = temp.resolve("unserved.yaml");
        Files.writeString(scenario, """
            cluster: {nodes: [{gpus: 8, model: H100, cpu: 64, memory: 256Gi}, {gpus: 8, model: A100, cpu: 32, memory: 512Gi}]}
            workload: {csv: jobs.csv}
            until: 1d
            """);

        Tree metrics = berth("simulate", scenario, "--json", "--csv", temp.resolve("rows.csv"))
                .firstRun()
                .require("metrics");
        for (String reason : List.of("gpu_model", "gpus", "cpu", "memory", "together", "tasks")) {
            assertThat(metrics.require("jobs_rejected_" + reason).whole()).isEqualTo(1);
        }
        assertThat(metrics.require("jobs_rejected").whole()).isEqualTo(6);
        assertThat(metrics.require("jobs_rejected_patience").whole()).isZero();
        assertThat(metrics.require("jobs_waiting_at_end").whole()).isEqualTo(2);
        assertThat(temp.resolve("rows.csv"))
                .content()
                .contains(
                        ",rejected,,fcfs,42,gpu_model,,,\n",
                        ",rejected,,fcfs,42,together,,,\n",
                        ",pending,,fcfs,42,,,,\n",
                        ",42,,a100-0000:0+1+2+3+4+5+6+7;h100-0000:0+1+2+3+4+5+6+7,,\n");
        assertThat(berth("simulate", scenario).done().out())
                .contains(
                        "Rejected: 1 insist on a GPU model that no node has; 1 ask for more GPUs of a node than any has;",
                        "Still pending when the run ended: 2 jobs.");
    }

    @Test
    void jobsOfSeveralRunsGoToOneFileOrToAFolder() throws IOException {
        berth("simulate", folder.file("openb.yaml"), "--csv", temp.resolve("jobs.csv"))
                .done();
        berth("simulate", folder.file("openb.yaml"), "--csv", temp.resolve("jobs"))
                .done();

        List<String> all = Files.readAllLines(temp.resolve("jobs.csv"));
        assertThat(all).hasSize(1 + 2 * 7);
        assertThat(temp.resolve("jobs/fgd-42.csv")).content().hasLineCount(1 + 7);
        assertThat(temp.resolve("jobs/best-fit-42.csv")).content().contains("rejected", "running");
    }

    @Test
    void untilCutsARunOff() {
        Tree metrics = berth("simulate", folder.file("timed.yaml"), "--set", "until=150s", "--json")
                .firstRun()
                .require("metrics");
        assertThat(metrics.require("jobs_finished").whole()).isEqualTo(1);
    }

    @Test
    void aPodListWithoutAnOrderIsShuffledBySeedAndTuned() {
        Cli run = berth(
                "simulate",
                folder.file("timed.yaml"),
                "--set",
                "workload.departures=never",
                "--set",
                "workload.tune=2",
                "--seed",
                "1..4",
                "--json");
        assertThat(run.done().json().require("runs").items())
                .extracting(
                        one -> one.require("metrics").require("jobs_submitted").whole())
                .allMatch(jobs -> jobs >= 4);
    }

    @Test
    void lenientSkipsBadRowsAndSaysHowMany() throws IOException {
        folder.spoil("pods.csv", "8000,30517", "8000,x");
        Cli run = berth("simulate", folder.file("timed.yaml"), "--lenient", "--json")
                .done();

        assertThat(run.err()).contains("skipped 1 row: memory_mib is not a whole number");
        assertThat(run.json().require("skipped_rows").whole()).isEqualTo(1);
    }

    @Test
    void aJournalChangesNoDecision() {
        Cli without = berth("simulate", folder.file("generated.yaml"), "--json").done();
        Cli with = berth("simulate", folder.file("generated.yaml"), "--json", "--journal", temp.resolve("j"))
                .done();

        assertThat(timeless(with.out())).isEqualTo(timeless(without.out()));
    }

    @Test
    void runsSideBySideAreThoseOfOneAfterTheOther() {
        Cli all = berth("simulate", folder.file("generated.yaml"), "--seed", "1..3", "--json")
                .done();
        String text = timeless(all.out());
        for (int seed = 1; seed <= 3; seed++) {
            Cli one = berth("simulate", folder.file("generated.yaml"), "--seed", seed, "--strategy", "fcfs", "--json");
            String metrics = timeless(one.done().out());
            assertThat(text).contains(metrics.substring(metrics.indexOf("\"metrics\""), metrics.indexOf("\"wall")));
        }
    }

    @Test
    void twoProcessesWriteTheSameBytes() throws IOException, InterruptedException {
        fork("first");
        fork("second");

        try (Stream<Path> files = Files.walk(temp.resolve("first"))) {
            List<Path> journal = files.filter(Files::isRegularFile).toList();
            assertThat(journal).hasSizeGreaterThanOrEqualTo(2);
            for (Path file : journal) {
                Path other =
                        temp.resolve("second").resolve(temp.resolve("first").relativize(file));
                assertThat(other).hasSameBinaryContentAs(file);
            }
        }
    }

    private void fork(String journal) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "simulate",
                        folder.file("generated.yaml").toString(),
                        "--journal",
                        temp.resolve(journal).toString())
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve(journal + ".log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(temp.resolve(journal + ".log")))
                .isZero();
    }

    private static String timeless(String json) {
        return WALL.matcher(json).replaceAll("\"wall_seconds\": 0");
    }
}
