package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios of jobs and of a service whose replicas are jobs beside them. */
class ServedTest extends ScenarioTest {
    private Path scenario() throws IOException {
        return folder.write("served.yaml", """
                cluster: {nodes: [{count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
                workload: {generate: {jobs: 30, load: 2, gpus: {1: 1}, duration_median: 10m, duration_max: 1h}}
                service:
                  name: chat
                  job: {priority: 5, demand: {gpus: 1, cpu: 4}}
                  fleet:
                    servers: [{count: 2, slots: 2}]
                    autoscale: {min: 1, max: 6, start_time: 1m, policy: reactive}
                  requests: {generate: {requests: 900, interarrival: 2s, work_median: 3s, memory: {1Mi: 1}}, deadline: 1m}
                strategies:
                  - {name: yields, order: priority, backfill: greedy, preempt: by-order}
                  - {name: waits, order: priority, backfill: greedy}
                """);
    }

    @Test
    void oneReportHasTheJobsAndTheRequests() throws IOException {
        Cli run = berth("simulate", scenario(), "--wide").done();

        assertThat(run.out())
                .contains("30 jobs, 2 nodes, 8 GPUs, 900 requests to chat, seed 42")
                .containsPattern("strategy +jct mean")
                .containsPattern("service +late +latency p50 +latency p99 +server h")
                .containsPattern("yields +0 ");
        List<Tree> runs = berth("simulate", scenario(), "--json")
                .done()
                .json()
                .require("runs")
                .items();
        assertThat(runs).hasSize(2);
        for (Tree one : runs) {
            Tree metrics = one.require("metrics");
            assertThat(metrics.require("jobs_submitted").whole()).isEqualTo(30);
            assertThat(metrics.require("service_requests_finished").whole()).isEqualTo(900);
            assertThat(metrics.require("service_gpu_h").number()).isPositive();
        }
    }

    @Test
    void whatWasDecidedIsDecidedAgainAndReplicasAreAmongTheJobs() throws IOException {
        Path journal = temp.resolve("journal");
        Path csv = temp.resolve("jobs.csv");
        Path page = temp.resolve("page.html");
        berth("simulate", scenario(), "--strategy", "yields", "--journal", journal, "--csv", csv, "--report", page)
                .done();

        assertThat(berth("replay", journal, "--redecide").done().out()).contains(" 0 differ");
        assertThat(csv).content().contains(",chat-1,", ",cancelled,");
        assertThat(Files.readString(page)).contains("service_latency_p99_s", "Service beside the jobs");
    }

    @Test
    void aServiceGoesOnlyWithSimulations() throws IOException {
        berth("advise", scenario()).refused("service", "goes only with berth simulate");
        berth("simulate", scenario(), "--set", "service.job.demand.gpus=5").refused("service.job", "room for 0");
    }
}
