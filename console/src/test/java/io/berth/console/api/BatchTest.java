package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.core.event.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several jobs at once, and what rows say of what they wait for. */
@Timeout(60)
class BatchTest extends ServedTest {
    @BeforeEach
    void aConsoleOfTwoNodes() {
        serve(Cluster.of(2, null), ConsoleOptions.local(0));
    }

    @Test
    void jobsComeInTogetherAndWaitForOneAnother() {
        Answer taken = client.post("/api/v1/batches", """
                {"jobs": [{"name": "train", "after": ["prep"]}, {"name": "prep", "array": "3,5%1"}]}""");

        assertThat(taken.status()).as(taken.body()).isEqualTo(201);
        assertThat(taken.body())
                .isEqualTo(
                        "{\"jobs\":[{\"name\":\"prep\",\"id\":1,\"count\":2},{\"name\":\"train\",\"id\":3,\"count\":1}],\"warnings\":[]}");
        Answer first = client.get("/api/v1/jobs/1");
        assertThat(first.text("name")).isEqualTo("prep[3]");
        assertThat(first.json().require("array").require("count").whole()).isEqualTo(2);
        assertThat(client.get("/api/v1/jobs/3").text("unmet")).isEqualTo("1 (ok), 2 (ok)");
        assertThat(client.get("/api/v1/jobs/3/explain").text("unmet")).isEqualTo("1 (ok), 2 (ok)");

        cluster.await(state -> state.job(1).decision() > 0);
        long decision =
                cluster.run().operator().ask(state -> state.job(1).decision()).join();
        cluster.happens(new Event.TaskEnded(1, 0, decision, 0));
        assertThat(client.get("/api/v1/jobs/3").text("unmet")).isEqualTo("2 (ok)");
    }

    @Test
    void aBatchWithOneWrongJobMakesNone() {
        Answer refused = client.post("/api/v1/batches", """
                {"jobs": [{"name": "a"}, {"name": "b", "after": ["99"]}]}""");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("there is no job 99");
        assertThat(client.get("/api/v1/jobs").json().require("jobs").items()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\": \"a\\u0007b\"}|must not hold control characters",
                "{\"name\": \"a\\u202eb\"}|a character that cannot be printed",
                "{\"name\": \"<b>\"}|must not hold",
                "{\"name\": \"../../etc\"}|a path out of its folder",
                "{\"name\": \"a\", \"queue\": \"../x\"}|queue must not hold a path",
            })
    void namesThatHideSomethingAreRefused(String job, String part) {
        assertThat(client.post("/api/v1/jobs", job).text("detail")).contains(part);
        Answer batch = client.post("/api/v1/batches", "{\"jobs\": [" + job + "]}");
        assertThat(batch.status()).isEqualTo(400);
        assertThat(batch.text("detail")).contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"demand\": {\"gpus\": 100}}|demand.gpus|asks for 100, and no node has more than 8",
                "{\"demand\": {\"cpu\": 1000}}|demand.cpu|asks for 1000, and no node has more than 64",
                "{\"demand\": {\"memory\": \"1Ti\"}}|demand.memory|asks for 1Ti, and no node has more than 256Gi",
                "{\"demand\": {\"gpus\": 1, \"models\": [\"T4\"]}}|demand.models|known: H100",
                "{\"tasks\": 3, \"demand\": {\"gpus\": 8}}|tasks|hold at most 2 of these tasks at once",
            })
    void whatTheClusterCouldNeverHoldIsRefused(String job, String key, String part) {
        Answer refused = client.post("/api/v1/jobs", job);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("key")).isEqualTo(key);
        assertThat(refused.text("detail")).contains(part);
        assertThat(client.post("/api/v1/batches", "{\"jobs\": [{\"name\": \"a\"}, " + job + "]}")
                        .status())
                .isEqualTo(400);
        assertThat(client.get("/api/v1/jobs").json().require("jobs").items()).isEmpty();
    }
}
