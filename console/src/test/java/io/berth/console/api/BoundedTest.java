package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.ServedTest;
import io.berth.live.driver.Bounds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is too much is refused with what is allowed, and makes nothing. */
@Timeout(60)
class BoundedTest extends ServedTest {
    @BeforeEach
    void aConsoleOfTwoNodesThatTakesLittle() {
        Cluster begun = Cluster.of(2, null);
        begun.run()
                .operator()
                .bound(new Bounds(
                        100 << 10, new Bounds.OfJob(16, 20, 10), new Bounds.OfLive(30, 30, 400 << 10, 400 << 10)));
        serve(begun, ConsoleOptions.local(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs|{\"tasks\":1000000,\"demand\":{\"cpu\":0},\"command\":[\"true\"]}|422|tasks|must be from 1 to 16",
                "jobs|{\"tasks\":2,\"demand\":{\"cpu\":0},\"command\":[\"true\"]}|422|demand.cpu|at least 0.01 of a CPU",
                "jobs|{\"demand\":{\"cpu\":0,\"gpu_memory\":1}}|422|demand.cpu|at least 0.01 of a CPU",
                "jobs|{\"array\":100000}|422|array|at most 20 jobs",
                "jobs|{\"array\":\"0-99999%1\"}|422|array|at most 20 jobs",
                "batches|{\"jobs\":[{\"name\":\"a\",\"array\":20},{\"name\":\"b\",\"array\":20}]}|422|jobs|40 jobs are more than the 30",
                "batches|{\"jobs\":[{\"name\":\"a\",\"tasks\":17}]}|422|tasks|must be from 1 to 16",
            })
    void whatIsTooMuchIsRefusedByItsKey(String path, String document, int status, String key, String problem) {
        Answer refused = client.post("/api/v1/" + path, document);

        assertThat(refused.status()).as(refused.body()).isEqualTo(status);
        assertThat(refused.text("key")).isEqualTo(key);
        assertThat(refused.text("detail")).contains(problem);
        assertThat(client.get("/api/v1/jobs").json().require("jobs").items()).isEmpty();
    }

    @Test
    void moreJobsThanMayWaitAreAnsweredWithLater() {
        String two = "{\"array\": 20, \"demand\": {\"gpus\": 8}}";
        assertThat(client.post("/api/v1/jobs", two).status()).isEqualTo(201);
        Answer later = client.post("/api/v1/jobs", two, "Idempotency-Key", "again");

        assertThat(later.status()).isEqualTo(429);
        assertThat(later.header("Retry-After")).isEqualTo("10");
        assertThat(later.text("detail")).contains("20 jobs wait or run, and at most 30 may");
        for (int job = 20; job > 0; job--) {
            client.delete("/api/v1/jobs/" + job);
        }
        cluster.await(state -> state.liveJobs() == 0);
        assertThat(client.post("/api/v1/jobs", two, "Idempotency-Key", "again").id())
                .isEqualTo(21);
    }

    @Test
    void aDocumentIsBoundedInBytesAndVariablesAndInWhatItComesTo() {
        String large = "x".repeat(90 << 10);
        Answer array = client.post(
                "/api/v1/jobs",
                "{\"command\":[\"true\"],\"array\":20,\"env\":{\"A\":\"" + large + "\",\"B\":\"" + "" + "\"}}");
        assertThat(array.status()).isEqualTo(201);
        Answer more = client.post("/api/v1/jobs", "{\"command\":[\"" + large + "\"]}");
        assertThat(more.status()).as(more.body()).isEqualTo(429);
        assertThat(client.post("/api/v1/jobs", "{\"name\":\"" + large + large + "\"}")
                        .status())
                .isEqualTo(413);
        StringBuilder variables = new StringBuilder("\"A0\": 0");
        for (int i = 1; i < 5_000; i++) {
            variables.append(",\"A").append(i).append("\": 0");
        }
        Answer refused = client.post("/api/v1/jobs", "{\"command\":[\"true\"],\"env\":{" + variables + "}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("detail")).contains("at most 4096 variables, not 5000");
    }

    @Test
    void variablesOfAllJobsOfABatchCountForEach() {
        StringBuilder document = new StringBuilder("{\"env\": {\"A0\": 0");
        for (int i = 1; i < 4_000; i++) {
            document.append(",\"A").append(i).append("\": 0");
        }
        document.append("}, \"jobs\": [{\"name\": \"n0\", \"command\": \"true\"}");
        for (int i = 1; i < 30; i++) {
            document.append(",{\"name\": \"n").append(i).append("\", \"command\": \"true\"}");
        }
        Answer refused = client.post("/api/v1/batches", document + "]}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("detail")).contains("4000 variables for each of 30 jobs");
    }

    @Test
    void aConsoleThatIsStartingIsAliveButNotReady() {
        try (ConsoleServer starting = cluster.serve(ConsoleOptions.local(0).startingUp());
                Client other = new Client(starting)) {
            assertThat(other.get("/healthz").status()).isEqualTo(200);
            Answer early = other.get("/readyz");
            assertThat(early.status()).isEqualTo(503);
            assertThat(early.text("detail")).isEqualTo("the system is starting");
            starting.ready();
            assertThat(other.get("/readyz").status()).isEqualTo(200);
        }
    }
}
