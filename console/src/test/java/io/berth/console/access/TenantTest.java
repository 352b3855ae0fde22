package io.berth.console.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import io.berth.edge.access.Tokens;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TenantTest extends ServedTest {
    private static final String JOB = "{\"demand\": {\"gpus\": 1}}";

    @TempDir
    Path folder;

    private Client red;
    private Client blue;
    private Client looker;
    private Client operator;

    @BeforeEach
    void twoTenantsAndAnOperator() throws IOException {
        Path tokens = TokenFile.in(
                folder,
                TokenFile.submitter("red", "red"),
                TokenFile.submitter("blue", "blue"),
                TokenFile.line("looker", "name: red-looker, role: viewer, tenant: red"),
                TokenFile.line("ops", "name: ops, role: operator"));
        serve(Cluster.of(2, null), ConsoleOptions.local(0).withTokens(tokens).withSubmitRate(0.5, 20));
        red = client("red");
        blue = client("blue");
        looker = client("looker");
        operator = client("ops");
    }

    @Test
    void aTenantSeesAndCancelsItsOwnJobsOnly() {
        assertThat(red.post("/api/v1/jobs", JOB).id()).isEqualTo(1);
        assertThat(blue.post("/api/v1/jobs", "{\"queue\": \"blue/night\"}").id())
                .isEqualTo(2);

        assertThat(red.get("/api/v1/jobs/1").text("queue")).isEqualTo("red");
        assertThat(ids(red)).containsExactly(1L);
        assertThat(ids(looker)).containsExactly(1L);
        assertThat(ids(operator)).containsExactly(1L, 2L);
        for (String path : List.of("/api/v1/jobs/2", "/api/v1/jobs/2/explain")) {
            assertThat(red.get(path).status()).isEqualTo(404);
            assertThat(red.get(path).text("detail").replace("2", "7"))
                    .isEqualTo(red.get(path.replace("2", "7")).text("detail"));
        }
        assertThat(red.delete("/api/v1/jobs/2").status()).isEqualTo(404);
        assertThat(looker.delete("/api/v1/jobs/1").status()).isEqualTo(403);
        assertThat(operator.delete("/api/v1/jobs/2").status()).isEqualTo(202);
        assertThat(red.get("/api/v1/queues").json().require("queues").items())
                .extracting(queue -> queue.require("name").text())
                .containsExactly("red");
        assertThat(blue.get("/api/v1/status").json().require("jobs_holding").whole())
                .isZero();
    }

    @Test
    void aTenantSubmitsToItsOwnQueuesOnly() {
        Answer refused = red.post("/api/v1/jobs", "{\"queue\": \"reddish\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("key")).isEqualTo("queue");
        assertThat(red.post("/api/v1/jobs", "{\"queue\": \"red.fast\"}").status())
                .isEqualTo(201);
        assertThat(looker.post("/api/v1/jobs", JOB).status()).isEqualTo(403);
    }

    @Test
    void aForeignJobIsNoneToComeAfterWhateverBecameOfIt() {
        assertThat(blue.post("/api/v1/jobs", JOB).id()).isEqualTo(1);
        assertThat(blue.post("/api/v1/jobs", JOB).id()).isEqualTo(2);
        blue.delete("/api/v1/jobs/2");
        assertThat(red.post("/api/v1/jobs", JOB).id()).isEqualTo(3);
        cluster.await(state -> state.job(2) == null);

        for (String when : List.of("ok", "failed", "any")) {
            String none = after(red, 77, when).body();
            assertThat(none).contains("there is no job 77 to wait for");
            for (long foreign : List.of(1L, 2L)) {
                Answer answer = after(red, foreign, when);
                assertThat(answer.status()).as(when + " " + foreign).isEqualTo(409);
                assertThat(answer.body()).isEqualTo(none.replace("77", Long.toString(foreign)));
            }
        }
        assertThat(after(red, 3, "any").status()).isEqualTo(201);
        assertThat(after(operator, 1, "any").status()).isEqualTo(201);
        assertThat(after(operator, 2, "ok").body()).contains("did not finish well");
    }

    private static Answer after(Client client, long job, String when) {
        return client.post(
                "/api/v1/jobs",
                "{\"demand\": {\"gpus\": 1}, \"after\": [{\"job\": " + job + ", \"when\": \"" + when + "\"}]}");
    }

    @Test
    void keysOfTwoCallersAreTwoKeys() {
        assertThat(red.post("/api/v1/jobs", JOB, "Idempotency-Key", "1").id()).isEqualTo(1);
        assertThat(blue.post("/api/v1/jobs", JOB, "Idempotency-Key", "1").id()).isEqualTo(2);
        assertThat(red.post("/api/v1/jobs", JOB, "Idempotency-Key", "1").id()).isEqualTo(1);
    }

    @Test
    void theUserOfAJobIsDecidedOnceAndIsNoPartOfWhatWasAsked() {
        AtomicLong decided = new AtomicLong();
        String job = "{\"command\": [\"true\"], \"demand\": {\"gpus\": 1}}";
        try (ConsoleServer local = cluster.serve(ConsoleOptions.local(0)
                        .withUsers((_, program) -> program.withUser("user" + decided.incrementAndGet())));
                Client client = new Client(local)) {
            long first =
                    client.post("/api/v1/jobs", job, "Idempotency-Key", "1").id();
            Answer second = client.post("/api/v1/jobs", job, "Idempotency-Key", "1");

            assertThat(second.id()).isEqualTo(first);
            assertThat(decided).hasValue(2);
            assertThat(client.get("/api/v1/jobs/" + first).body()).contains("\"user\":\"user1\"");
            String batch = "{\"jobs\": [" + job.replace("{\"c", "{\"name\": \"a\", \"c") + "]}";
            long third = client.post("/api/v1/batches", batch).status();
            assertThat(third).isEqualTo(201);
            assertThat(client.get("/api/v1/jobs/" + (first + 1)).body()).contains("\"user\":\"user3\"");
        }
    }

    @Test
    void onlyOperatorsChangeTheSystem() {
        assertThat(red.post("/api/v1/nodes/node-0/drain", "").status()).isEqualTo(403);
        assertThat(red.send("PUT", "/api/v1/strategy", "\"fgd\"").status()).isEqualTo(403);
        assertThat(red.get("/metrics").status()).isEqualTo(403);
        assertThat(operator.post("/api/v1/nodes/node-0/drain", "").status()).isEqualTo(200);
        assertThat(operator.send("PUT", "/api/v1/strategy", "\"fgd\"").status()).isEqualTo(200);
        assertThat(operator.get("/metrics").status()).isEqualTo(200);
    }

    @Test
    void withoutATokenNobodyGetsIn() {
        try (Client nobody = new Client(server);
                Client liar = new Client(server, "green")) {
            Answer refused = nobody.get("/api/v1/jobs");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
            assertThat(liar.get("/api/v1/nowhere").status()).isEqualTo(401);
            assertThat(nobody.send(nobody.request("/api/v1/jobs").header("Authorization", "Basic cmVkOnJlZA=="))
                            .status())
                    .isEqualTo(401);
            assertThat(nobody.get("/healthz").status()).isEqualTo(200);
        }
    }

    @Test
    void aTenantThatSubmitsTooMuchDelaysNobodyElse() {
        int taken = 0;
        Answer last = red.post("/api/v1/jobs", JOB);
        while (last.status() != 429) {
            taken += last.status() == 201 ? 1 : 0;
            last = red.post("/api/v1/jobs", taken % 2 == 0 ? JOB : "{broken");
            taken += last.status() == 400 ? 1 : 0;
        }
        assertThat(taken).isBetween(19, 22);
        assertThat(Integer.parseInt(last.header("Retry-After"))).isBetween(1, 2);
        assertThat(blue.post("/api/v1/jobs", JOB).status()).isEqualTo(201);
        assertThat(operator.get("/metrics").body()).contains("berth_submissions_limited_total 1\n");
    }

    @Test
    void anArrayCostsAsMuchAsItsJobsAndTheirTasks() {
        assertThat(red.post("/api/v1/jobs", "{\"array\": 8, \"tasks\": 2, \"demand\": {\"gpus\": 1}}")
                        .status())
                .isEqualTo(201);
        Answer limited = red.post("/api/v1/batches", "{\"jobs\": [{\"name\": \"a\", \"array\": 20}]}");
        assertThat(limited.status()).isEqualTo(429);
        // Of 20 there are 4 left, 10 are needed, and half a token comes in a second.
        assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(8, 13);
        assertThat(red.post("/api/v1/jobs", JOB).status()).isEqualTo(201);
        assertThat(blue.post("/api/v1/jobs", "{\"array\": 20}").status()).isEqualTo(201);
        assertThat(blue.post("/api/v1/jobs", JOB).status()).isEqualTo(429);
    }

    @Test
    void whatIsRefusedOrRepeatedCostsNoMoreThanARequest() {
        for (int i = 0; i < 3; i++) {
            assertThat(red.post("/api/v1/jobs", "{\"array\": 1000, \"after\": [99]}")
                            .status())
                    .isEqualTo(409);
        }
        String array = "{\"array\": 8}";
        for (int i = 0; i < 4; i++) {
            assertThat(red.post("/api/v1/jobs", array, "Idempotency-Key", "k").status())
                    .isEqualTo(201);
        }
        assertThat(red.post("/api/v1/jobs", JOB).status()).isEqualTo(201);
    }

    @Test
    void eventsOfOthersAreNotTold() {
        var lines = red.lines(red.request("/api/v1/events?types=job")).iterator();
        blue.post("/api/v1/jobs", JOB);
        red.post("/api/v1/jobs", JOB);
        String line = "";
        while (!line.contains("\"queue\"")) {
            line = lines.next();
            assertThat(line).doesNotContain("blue");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tokens: []",
                "tokens: [{name: a, sha256: abc, role: viewer}]",
                "tokens: [{name: a, sha256: 0000000000000000000000000000000000000000000000000000000000000000, role: boss}]",
                "tokens: [{name: a, sha256: 0000000000000000000000000000000000000000000000000000000000000000, role: operator, tenant: red}]",
                "tokens: [{name: a, sha256: 0000000000000000000000000000000000000000000000000000000000000000, role: viewer, user: ann}]",
                "tokens: [{name: a, sha256: 0000000000000000000000000000000000000000000000000000000000000000, role: operator, users: [0]}]",
                "token: []"
            })
    void aFileOfTokensThatIsWrongIsRefused(String file) {
        assertThatThrownBy(() -> Tokens.read(Source.text("tokens.yaml", file)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("tokens.yaml:");
    }

    @Test
    void withoutTokensOnlyThisMachineCanBeServed() {
        assertThatThrownBy(() -> cluster.serve(ConsoleOptions.local(0).at(new InetSocketAddress("0.0.0.0", 0))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("tokens are needed");
    }

    private static List<Long> ids(Client client) {
        return client.get("/api/v1/jobs").json().require("jobs").items().stream()
                .map(job -> job.require("id").whole())
                .toList();
    }
}
