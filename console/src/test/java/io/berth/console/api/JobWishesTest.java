package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import io.berth.core.state.part.JobState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One node that job 1 of red fills; job 2 of red and job 3 of blue wait. */
@Timeout(60)
class JobWishesTest extends ServedTest {
    private static final String JOBS = "/api/v1/jobs";

    @TempDir
    Path folder;

    private Client red;
    private Client blue;

    @BeforeEach
    void aFullNode() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.submitter("red", "red"), TokenFile.submitter("blue", "blue"));
        serve(Cluster.of(1, null), ConsoleOptions.local(0).withTokens(tokens));
        red = client("red");
        blue = client("blue");
        for (Client client : List.of(red, red, blue)) {
            assertThat(client.post(JOBS, "{\"demand\": {\"gpus\": 8}}").status())
                    .isEqualTo(201);
        }
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
    }

    @Test
    void aHeldJobSaysSoUntilItIsReleased() {
        Answer held = red.post(JOBS + "/2/hold", "");
        assertThat(held.status()).isEqualTo(202);
        assertThat(held.text("held")).isEqualTo("true");
        assertThat(held.text("reason")).isEqualTo("held until somebody releases it");
        assertThat(red.get(JOBS + "/2/explain").text("reason")).isEqualTo("held");
        assertThat(red.get(JOBS + "/2/explain").text("cure")).isEqualTo("by_operator");
        assertThat(red.get(JOBS + "/2/eta").text("verdict")).isEqualTo("held");

        assertThat(red.delete(JOBS + "/1").status()).isEqualTo(202);
        cluster.await(state -> state.job(3).state() == JobState.RUNNING);
        assertThat(red.get(JOBS + "/2").text("state")).isEqualTo("pending");
        assertThat(red.post(JOBS + "/2/release", "").text("held")).isEqualTo("false");
        assertThat(blue.delete(JOBS + "/3").status()).isEqualTo(202);
        cluster.await(state -> state.job(2).state() == JobState.RUNNING);
    }

    @Test
    void manyAreHeldAndOnlyThoseThatAreHeldAreReleased() {
        assertThat(red.post("/api/v1/job-operations/hold?queue=red", "").text("told"))
                .isEqualTo("2");
        Answer released = red.post("/api/v1/job-operations/release?state=pending", "");
        assertThat(released.text("told")).isEqualTo("1");
        assertThat(red.post("/api/v1/job-operations/release?queue=red&dry_run=true", "")
                        .text("told"))
                .isEqualTo("1");
        assertThat(red.post("/api/v1/job-operations/hold", "").status()).isEqualTo(400);
    }

    @Test
    void whatRunsIsPutBackAndStartsAnew() {
        long decision =
                cluster.run().operator().ask(state -> state.job(1).decision()).join();
        assertThat(red.post(JOBS + "/1/requeue", "").status()).isEqualTo(202);
        cluster.await(state -> state.job(1).decision() != decision);
        Answer waiting = red.post(JOBS + "/2/requeue", "");
        assertThat(waiting.status()).isEqualTo(409);
        assertThat(waiting.text("detail")).contains("it waits already");
        Answer named = red.post("/api/v1/job-operations/requeue?jobs=2,99", "");
        assertThat(named.text("told")).isEqualTo("0");
        assertThat(named.json().require("refused").items()).hasSize(2);
    }

    @Test
    void aChangeCountsFromTheNextDecisionOn() {
        Answer changed =
                red.send("PATCH", JOBS + "/2", "{\"priority\": 9, \"queue\": \"red/night\", \"time_limit\": \"2h\"}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("priority")).isEqualTo("9");
        assertThat(changed.text("queue")).isEqualTo("red/night");
        assertThat(red.get(JOBS + "/2")
                        .json()
                        .require("spec")
                        .require("time_limit")
                        .text())
                .isEqualTo("2h");
        assertThat(red.get(JOBS + "?queue=red/night").body()).contains("\"id\":2");
        assertThat(red.send("PATCH", JOBS + "/1", "{\"queue\": \"red/night\"}").text("detail"))
                .contains("changes only while it waits");
    }

    @Test
    void whatCannotBeIsRefusedWithItsKey() {
        for (String wrong : List.of(
                "{}",
                "{\"priority\": \"high\"}",
                "{\"time_limit\": 0}",
                "{\"prio\": 3}",
                "{\"queue\": \"a\\nb\"}",
                "[]")) {
            Answer answer = red.send("PATCH", JOBS + "/2", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
        }
        assertThat(red.send("PATCH", JOBS + "/2", "{\"prio\": 3}").text("detail"))
                .contains("known: queue, priority, time_limit");
        assertThat(red.send("PATCH", JOBS + "/2", "{\"queue\": \"blue\"}").status())
                .isEqualTo(403);
    }

    @Test
    void theJobsOfOthersAreLeftAlone() {
        for (String path : List.of("/3/hold", "/3/release", "/3/requeue")) {
            assertThat(red.post(JOBS + path, "").status()).as(path).isEqualTo(404);
        }
        assertThat(red.send("PATCH", JOBS + "/3", "{\"priority\": 9}").status()).isEqualTo(404);
        assertThat(red.post("/api/v1/job-operations/hold?jobs=1-9", "").text("told"))
                .isEqualTo("2");
        assertThat(blue.get(JOBS + "/3").text("held")).isEqualTo("false");
    }
}
