package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.console.api.call.Sources;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of requests as anybody may send them to the port: no answer is a failure of the server, and it goes on. */
@Timeout(240)
class HostileRequestTest extends ServedTest {
    private static final int MUTATIONS = 10_000;
    private static final long SEED = Long.getLong("berth.seed", 1);
    private static final String MARKS = "{}[]\",:0-9eE.\\&*!|>%@`#?/=\u0000\u00e9\n\r\t ";

    private static final List<String> BODIES = List.of(
            "{\"name\":\"a\",\"command\":[\"sh\",\"-c\",\"echo $X\"],\"env\":{\"X\":\"1\"},\"tasks\":2,"
                    + "\"demand\":{\"gpus\":1,\"cpu\":2,\"memory\":\"1Gi\"},\"after\":[{\"job\":1,\"when\":\"any\"}],"
                    + "\"retries\":2,\"time_limit\":\"1h\",\"array\":{\"count\":3,\"parallel\":2}}",
            "{\"command\":\"true\",\"queue\":\"q/r\",\"priority\":-1,\"directory\":\"/tmp\",\"user\":\"ada\",\"patience\":\"1s\"}",
            "{\"order\":\"sjf\",\"place\":[{\"fgd\":0.7},{\"best-fit\":0.3}],\"backfill\":\"easy\"}",
            "\"fgd-greedy\"");

    private static final List<String> TARGETS = List.of(
            "POST /api/v1/jobs",
            "POST /api/v1/jobs",
            "POST /api/v1/jobs",
            "PUT /api/v1/strategy",
            "GET /api/v1/jobs?state=live,failed&queue=q&name=*&after=0&limit=3",
            "GET /api/v1/jobs/1/logs?task=0&offset=1",
            "DELETE /api/v1/jobs/2",
            "POST /api/v1/nodes/node-0/drain",
            "GET /api/v1/nodes?state=up&limit=2",
            "GET /api/v1/policies",
            "GET /");

    private final List<String> bugs = new ArrayList<>();

    @BeforeEach
    void serve() {
        serve(
                Cluster.of(2, null),
                ConsoleOptions.local(0)
                        .withSubmitRate(1e6, 1e6)
                        .withSources(Sources.NONE.withOutputs((_, _, _) -> _ -> new byte[0]))
                        .reporting(bugs::add));
    }

    @Test
    void noMutatedRequestIsAFailureOfTheServer() throws IOException {
        takeTheFirst();
        // Seeds that follow each other begin with nearly the same numbers.
        Random seeds = new Random(SEED);
        TreeMap<Integer, Integer> statuses = new TreeMap<>();
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            Random random = new Random(seeds.nextLong());
            String body = mutated(BODIES.get(random.nextInt(BODIES.size())), random, 2);
            String name = "berth.seed=" + SEED + ", mutation " + mutation;
            int status = status(request(body, random));
            assertThat(status).as(name).isBetween(0, 499);
            statuses.merge(status, 1, Integer::sum);
        }
        assertThat(bugs).isEmpty();
        assertThat(client.get("/readyz").status()).isEqualTo(200);
        assertThat(statuses.get(201)).as(statuses.toString()).isGreaterThan(200);
        assertThat(statuses.get(400)).isGreaterThan(1_000);
        assertThat(statuses.getOrDefault(0, 0)).as("connections that were cut").isLessThan(MUTATIONS / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"no command\"}",
                "{\"command\":[]}",
                "{\"command\":[\"\"]}",
                "{\"command\":[\"a\\u0000b\"]}",
                "{\"command\":\"true\",\"env\":{\"A=B\":\"1\"}}",
                "{\"command\":\"true\",\"env\":{\"\":\"1\"}}",
                "{\"command\":\"true\",\"gpuz\":1}",
                "{\"command\":\"true\",\"tasks\":0}",
                "{\"command\":\"true\",\"tasks\":1e99}",
                "{\"command\":\"true\",\"demand\":{\"cpu\":-1}}",
                "{\"command\":\"true\",\"demand\":{\"memory\":\"99999999999Ti\"}}",
                "{\"command\":\"true\",\"demand\":{\"gpus\":1.5}}",
                "{\"command\":\"true\",\"after\":[99]}",
                "{\"command\":\"true\",\"after\":[-1]}",
                "{\"command\":\"true\",\"array\":1000000000}",
                "{\"command\":\"true\",\"directory\":\"relative\"}",
                "{\"command\":\"true\",\"name\":\"a\\u0000b\"}",
                "{\"command\":\"true\",\"name\":\"a\\u001b[2Jb\"}",
                "{\"command\":\"true\",\"name\":\"a\\nb\"}"
            })
    void whatIsNoJobIsRefusedWithOneLine(String body) {
        Client.Answer answer = client.post("/api/v1/jobs", body);

        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.text("detail")).isNotBlank().doesNotContain("\n");
        assertThat(client.get("/api/v1/jobs").body()).contains("\"jobs\":[]");
    }

    @Test
    void namesComeBackAsTheyWereSentOrAreRefused() {
        List<String> names = List.of(
                "../../etc/passwd",
                "<script>alert(1)</script>",
                "a\u2028b",
                "a\u202eb",
                "\u0007",
                "\u009b31m",
                "x".repeat(10_000),
                "\ud83d\ude00".repeat(60),
                " ",
                "");
        for (String name : names) {
            Client.Answer answer =
                    client.post("/api/v1/jobs", Json.line(Map.of("command", List.of("true"), "name", name)));
            assertThat(answer.status()).as(name).isIn(201, 400, 413);
            if (answer.status() == 201) {
                assertThat(client.get("/api/v1/jobs/" + answer.id()).text("name"))
                        .isEqualTo(name);
            }
        }
    }

    @Test
    void aJobOfTenMegabytesIsRefusedAndTheServerGoesOn() {
        String large = "{\"command\":[\"" + "x".repeat(10 << 20) + "\"]}";

        assertThat(client.post("/api/v1/jobs", large).status()).isEqualTo(413);
        assertThat(client.post("/api/v1/jobs", "{\"command\":\"true\"}").status())
                .isEqualTo(201);
    }

    @Test
    void whatIsTakenIsWhatWasSent() {
        takeTheFirst();
        int taken = 0;
        Random seeds = new Random(~SEED);
        for (int mutation = 0; mutation < 2_000; mutation++) {
            Random random = new Random(seeds.nextLong());
            String body = mutated(BODIES.get(random.nextInt(2)), random, 1);
            Client.Answer answer = client.post("/api/v1/jobs", body);
            if (answer.status() == 201) {
                taken++;
                Tree sent = JsonReader.read(Source.text("sent", body));
                Tree kept = client.get("/api/v1/jobs/" + answer.id()).json();
                Tree name = sent.get("name");
                boolean member = sent.get("array") != null;
                if (name != null && !member) {
                    assertThat(kept.require("name").text()).as(body).isEqualTo(name.text());
                }
                assertThat(kept.require("spec").get("command")).as(body).isNotNull();
                client.delete("/api/v1/jobs/" + answer.id());
            }
        }
        assertThat(taken).isGreaterThan(50);
        assertThat(bugs).isEmpty();
    }

    /** What is not mutated is taken; the first of it has others come after it. */
    private void takeTheFirst() {
        for (String body : List.of("{\"command\":\"true\"}", BODIES.get(0), BODIES.get(1))) {
            Client.Answer answer = client.post("/api/v1/jobs", body);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        }
    }

    private byte[] request(String body, Random random) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(20) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        String head = TARGETS.get(random.nextInt(TARGETS.size())) + " HTTP/1.1\r\nHost: "
                + server.uri().getAuthority() + "\r\n"
                + "Content-Type: application/" + (random.nextInt(5) == 0 ? "yaml" : "json") + "\r\n"
                + (random.nextInt(4) == 0 ? "Idempotency-Key: k" + random.nextInt(50) + "\r\n" : "")
                + "Connection: close\r\n";
        head = mutated(head, random, 5) + "Content-Length: " + (bytes.length + (random.nextInt(50) == 0 ? 1 : 0))
                + "\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[first.length + bytes.length];
        System.arraycopy(first, 0, whole, 0, first.length);
        System.arraycopy(bytes, 0, whole, first.length, bytes.length);
        return whole;
    }

    /** The status of the answer; 0 where the connection was cut, as it may be where the request is none. */
    private int status(byte[] request) throws IOException {
        try (Socket socket = new RawClient(server.uri()).connect()) {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            return RawClient.status(new String(in.readNBytes(12), StandardCharsets.ISO_8859_1));
        } catch (SocketException e) {
            return 0;
        }
    }

    /** {@code text} as it is, or one time in {@code seldom} with a few edits. */
    private static String mutated(String text, Random random, int seldom) {
        StringBuilder mutated = new StringBuilder(text);
        int edits = random.nextInt(seldom) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < edits; i++) {
            int at = random.nextInt(mutated.length() + 1);
            int end = Math.min(mutated.length(), at + random.nextInt(6));
            switch (random.nextInt(4)) {
                case 0 -> mutated.insert(at, MARKS.charAt(random.nextInt(MARKS.length())));
                case 1 -> mutated.delete(at, end);
                case 2 -> mutated.insert(at, Long.toString(random.nextLong()));
                default -> mutated.replace(at, end, "x");
            }
        }
        return mutated.toString();
    }
}
