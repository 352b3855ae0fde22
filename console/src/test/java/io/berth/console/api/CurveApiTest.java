package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.Learning;
import io.berth.console.TokenFile;
import io.berth.console.api.call.Sources;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.console.view.job.JobEntry;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.edge.access.JobTokens;
import io.berth.edge.access.TaskStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CurveApiTest {
    private static final String SAID =
            "{\"step\": 120, \"steps\": 400, \"metrics\": {\"loss\": 0.53, \"bad\": \"nan\"}}";

    @TempDir
    Path folder;

    private Cluster cluster;
    private ConsoleServer server;
    private Client operator;
    private JobTokens jobTokens;
    private NodeLoads loads;

    @BeforeEach
    void aConsoleThatLearns() throws IOException {
        cluster = Cluster.of(1, null);
        Path tokens = TokenFile.in(
                folder,
                TokenFile.line("operator", "name: operator, role: operator"),
                TokenFile.line("viewer", "name: viewer, role: viewer"),
                TokenFile.line("other", "name: other, role: submitter, tenant: other"));
        Insight insight = Learning.of(cluster, folder);
        jobTokens = insight.jobTokens();
        loads = insight.loads();
        server = cluster.serve(
                ConsoleOptions.local(0).withTokens(tokens).withSources(Sources.NONE.withInsight(insight)));
        operator = new Client(server, "operator");
        for (int job = 0; job < 2; job++) {
            cluster.submit(JobSpec.batch("train", Demand.cpu(1_000, 0), Nanos.NEVER));
        }
        cluster.await(state -> state.job(2).state() == JobState.RUNNING);
    }

    @AfterEach
    void end() {
        operator.close();
        server.close();
        cluster.close();
    }

    private int post(String token, String path, String body) {
        try (Client client = new Client(server, token)) {
            return client.post(path, body).status();
        }
    }

    @Test
    void a_task_says_how_far_its_own_job_is_and_may_do_nothing_else() {
        TaskStart start = start(1);
        String own = jobTokens.of(start);
        String ofAnotherHistory = jobTokens.of(new TaskStart(1, 0, start.decision(), start.submitNanos() - 1));
        assertThat(post(own, "/api/v1/jobs/1/metrics", SAID)).isEqualTo(204);
        assertThat(post(ofAnotherHistory, "/api/v1/jobs/1/metrics", SAID)).isEqualTo(404);
        assertThat(post(own, "/api/v1/jobs/2/metrics", SAID)).isEqualTo(404);
        assertThat(post(own, "/api/v1/jobs", "{}")).isEqualTo(403);
        assertThat(post(own + "0", "/api/v1/jobs/1/metrics", SAID)).isEqualTo(401);
        assertThat(post(own.replace("job-1", "job-2"), "/api/v1/jobs/2/metrics", SAID))
                .isEqualTo(401);
        assertThat(post(own, "/api/v1/jobs/1/metrics", "{\"task\": 1, \"step\": 3}"))
                .isEqualTo(404);
        try (Client task = new Client(server, own)) {
            for (String path : List.of("jobs", "jobs/1", "jobs/1/logs", "jobs/1/curve", "nodes", "events", "alerts")) {
                assertThat(task.get("/api/v1/" + path).status()).as(path).isEqualTo(403);
            }
        }
    }

    @Test
    void the_token_of_a_task_ends_with_its_start() {
        TaskStart now = start(1);
        String earlier = jobTokens.of(new TaskStart(1, 0, now.decision() + 1, now.submitNanos()));
        assertThat(post(earlier, "/api/v1/jobs/1/metrics", SAID)).isEqualTo(404);
        assertThat(post(jobTokens.of(now), "/api/v1/jobs/1/metrics", SAID)).isEqualTo(204);

        assertThat(operator.delete("/api/v1/jobs/1").status()).isEqualTo(202);
        cluster.await(state -> state.job(1) == null);

        assertThat(post(jobTokens.of(now), "/api/v1/jobs/1/metrics", SAID)).isEqualTo(404);
        assertThat(post("operator", "/api/v1/jobs/1/metrics", SAID)).isEqualTo(409);
    }

    @Test
    void who_may_not_say_it_learns_nothing_of_the_job_from_how_a_bad_report_is_refused() {
        for (String body : List.of(SAID, "{", "{\"task\": 7}")) {
            assertThat(post("other", "/api/v1/jobs/1/metrics", body)).as(body).isEqualTo(404);
            assertThat(post("other", "/api/v1/jobs/9/metrics", body)).as(body).isEqualTo(404);
        }
    }

    /** The start of the only task of {@code job}. */
    private TaskStart start(long job) {
        JobEntry known = Objects.requireNonNull(cluster.view().job(job));
        return new TaskStart(job, 0, known.decision(), known.submitNanos());
    }

    @Test
    void people_say_it_by_their_role_and_tenant() {
        assertThat(post("operator", "/api/v1/jobs/1/metrics", SAID)).isEqualTo(204);
        assertThat(post("viewer", "/api/v1/jobs/1/metrics", SAID)).isEqualTo(404);
        assertThat(post("other", "/api/v1/jobs/1/metrics", SAID)).isEqualTo(404);
    }

    @Test
    void what_was_said_is_in_the_curve_and_in_the_document_of_the_job() {
        post("operator", "/api/v1/jobs/1/metrics", SAID);
        Answer curve = operator.get("/api/v1/jobs/1/curve");
        assertThat(curve.body())
                .isEqualTo("{\"job\":1,\"series\":[{\"task\":0,\"metric\":\"bad\",\"points\":[{\"step\":120,"
                        + "\"time\":\"1970-01-01T01:00:00Z\",\"value\":null}]},{\"task\":0,\"metric\":\"loss\",\"points\":"
                        + "[{\"step\":120,\"time\":\"1970-01-01T01:00:00Z\",\"value\":0.53}]}],\"progress\":{\"fraction\":0.3,"
                        + "\"step\":120,\"steps\":400,\"ends\":null},\"skipped_bytes\":0,\"dropped_series\":0}");
        Answer job = operator.get("/api/v1/jobs/1");
        assertThat(job.json().require("progress").require("fraction").text()).isEqualTo("0.3");
        assertThat(job.json().require("alerts").items()).isEmpty();
    }

    @Test
    void what_is_wrong_with_a_report_is_said() {
        Answer answer = operator.post("/api/v1/jobs/1/metrics", "{\"stepp\": 1}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("detail")).contains("stepp").contains("did you mean \"step\"");
        assertThat(operator.post("/api/v1/jobs/1/metrics", "{\"progress\": 2}").text("detail"))
                .contains("progress");
        assertThat(operator.post("/api/v1/jobs/1/metrics", "{\"task\": 1}").text("detail"))
                .isEqualTo("task must be below 1, but is 1");
        assertThat(operator.post("/api/v1/jobs/1/metrics", "{\"metrics\": {\"loss\": \"low\"}}")
                        .text("detail"))
                .contains("metrics.loss: must be a number, but is \"low\"");
        assertThat(operator.post("/api/v1/jobs/9/metrics", SAID).status()).isEqualTo(404);
    }

    @Test
    void the_measured_load_stands_in_the_row_of_its_node_and_among_the_metrics() {
        assertThat(operator.get("/api/v1/nodes").body()).contains("\"load\":{\"time\":\"t\",\"cpu_percent\":12.5,");
        assertThat(operator.get("/api/v1/nodes/node-0").body())
                .contains("\"load\":{\"time\":\"t\",\"cpu_percent\":12.5,");
        loads.put(0, new NodeLoad("t", 12.5, null, 3.0, 4.0, List.of(new NodeLoad.GpuLoad(2, 80.0, null))));
        assertThat(operator.get("/api/v1/nodes").body())
                .contains("\"load\":{\"time\":\"t\",\"cpu_percent\":12.5,\"memory_used_bytes\":null,")
                .contains("{\"gpu\":2,\"busy_percent\":80.0,\"memory_used_bytes\":null}");
        assertThat(operator.get("/metrics").body())
                .contains("berth_node_cpu_busy_percent{node=\"node-0\"} 12.5")
                .contains("berth_gpu_busy_percent{node=\"node-0\",gpu=\"2\"} 80")
                .contains("berth_alerts{kind=\"straggler\"} 0")
                .doesNotContain("berth_node_memory_used_bytes{");
    }
}
