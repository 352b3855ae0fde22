package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When jobs will start, over the API; that it comes true is shown where time is virtual. */
@Timeout(60)
class EtaTest extends ServedTest {
    @BeforeEach
    void aConsoleOfOneNode() {
        serve(Cluster.of(1, null), ConsoleOptions.local(0));
    }

    @Test
    void aWaitingJobStartsWhenTheOneBeforeItHasRunForItsEstimate() {
        Answer eta = etaOfTheSecond(", \"estimate\": \"1h\"", ", \"time_limit\": \"30m\"");

        assertThat(eta.status()).isEqualTo(200);
        assertThat(eta.text("verdict")).isEqualTo("starts");
        assertThat(eta.json().require("position").whole()).isEqualTo(1);
        assertThat(eta.json().require("waits_for").items()).hasSize(1);
        Instant begun = Instant.parse(client.get("/api/v1/jobs/1").text("start_time"));
        Instant start =
                Instant.parse(eta.json().require("start").require("time").text());
        Instant end = Instant.parse(eta.json().require("end").require("time").text());
        assertThat(Duration.between(begun, start)).isEqualTo(Duration.ofHours(1));
        assertThat(Duration.between(start, end)).isEqualTo(Duration.ofMinutes(30));
        assertThat(eta.body()).contains("its time limit", "its user's estimate", "nothing else is submitted");
    }

    @Test
    void nobodyKnowsWhenAJobBehindOneWithoutAnEndStarts() {
        Answer eta = etaOfTheSecond("", "");
        assertThat(eta.text("verdict")).isEqualTo("unknown");
        assertThat(eta.json()
                        .require("rests_on")
                        .items()
                        .getFirst()
                        .require("basis")
                        .text())
                .isEqualTo("none");
        client.delete("/api/v1/jobs/1");
        client.delete("/api/v1/jobs/2");
        assertThat(client.get("/api/v1/jobs/2/eta").text("verdict")).isEqualTo("ended");
        assertThat(client.get("/api/v1/jobs/3/eta").status()).isEqualTo(404);
    }

    @Test
    void allThatWaitAreToldAtOnce() {
        etaOfTheSecond(", \"estimate\": \"1h\"", ", \"time_limit\": \"30m\"");
        Answer etas = client.get("/api/v1/etas");

        assertThat(etas.status()).isEqualTo(200);
        assertThat(etas.json().require("jobs").items()).hasSize(1).first().satisfies(job -> {
            assertThat(job.require("id").whole()).isEqualTo(2);
            assertThat(job.require("position").whole()).isEqualTo(1);
            assertThat(job.require("early").text())
                    .isEqualTo(job.require("late").text());
            assertThat(job.require("run").require("basis").text()).isEqualTo("estimate");
        });
        assertThat(etas.json().require("members").whole()).isPositive();
        assertThat(etas.json().require("days").whole()).isZero();
    }

    @Test
    void whatWouldStartAJobIsToldAndDone() {
        client.post("/api/v1/jobs", "{\"demand\": {\"gpus\": 6}, \"estimate\": \"1h\"}");
        cluster.await(state -> state.job(1).startNanos() >= 0);
        client.post("/api/v1/jobs", "{\"demand\": {\"gpus\": 4}}");
        List<Tree> told =
                client.get("/api/v1/jobs/2/remedies").json().require("remedies").items();
        Tree first = told.getFirst();
        assertThat(first.require("text").text()).isEqualTo("2 GPUs instead of 4");
        assertThat(first.require("now").flag()).isTrue();
        assertThat(first.require("slower").number()).isEqualTo(2);
        assertThat(told.getLast().require("kind").text()).isEqualTo("wait");
        Instant begun = Instant.parse(client.get("/api/v1/jobs/1").text("start_time"));
        Instant waits = Instant.parse(told.getLast().require("start").text());
        assertThat(Duration.between(begun, waits)).isEqualTo(Duration.ofHours(1));

        String change = Json.line(JsonTree.of(first.require("change")));
        assertThat(client.send("PATCH", "/api/v1/jobs/2", change).status()).isEqualTo(200);
        cluster.await(state -> state.job(2).startNanos() >= 0);
        assertThat(client.get("/api/v1/jobs/2/remedies")
                        .json()
                        .require("remedies")
                        .items())
                .isEmpty();
        assertThat(client.send("PATCH", "/api/v1/jobs/2", "{\"tasks\": 2}").status())
                .isEqualTo(409);
    }

    @Test
    void whoWouldHaveToStopIsToldByNameAndByWhatIsLost() {
        client.post("/api/v1/jobs", "{\"name\": \"train\", \"demand\": {\"gpus\": 6}, \"estimate\": \"1h\"}");
        cluster.await(state -> state.job(1).startNanos() >= 0);
        client.post("/api/v1/jobs", "{\"demand\": {\"gpus\": 4}}");
        Tree stop = client.get("/api/v1/jobs/2/remedies").json().require("remedies").items().stream()
                .filter(row -> row.require("kind").text().equals("victims"))
                .findFirst()
                .orElseThrow();
        assertThat(stop.require("text").text()).isEqualTo("stop and hold job 1 (train)");
        assertThat(stop.require("once").text()).isEqualTo("stopped");
        assertThat(stop.require("now").flag()).isFalse();
        assertThat(stop.get("change").isNull()).isTrue();
        assertThat(client.post("/api/v1/job-operations/hold?jobs=1", "").text("told"))
                .isEqualTo("1");
        assertThat(client.post("/api/v1/job-operations/requeue?jobs=1", "").text("told"))
                .isEqualTo("1");
        cluster.await(state -> state.job(2).startNanos() >= 0 && state.job(1).onHold());
    }

    @Test
    void aJobThatWaitsCannotAskForMoreThanAnyNodeHas() {
        etaOfTheSecond("", "");
        assertThat(client.send("PATCH", "/api/v1/jobs/2", "{\"demand\": {\"cpu\": 100000}}")
                        .status())
                .isEqualTo(400);
    }

    /** Of two jobs that each take the whole node, with more keys: the first runs. */
    private Answer etaOfTheSecond(String first, String second) {
        for (String more : List.of(first, second)) {
            client.post("/api/v1/jobs", "{\"demand\": {\"gpus\": 8}" + more + "}");
        }
        cluster.await(state -> state.job(1).startNanos() >= 0);
        return client.get("/api/v1/jobs/2/eta");
    }
}
