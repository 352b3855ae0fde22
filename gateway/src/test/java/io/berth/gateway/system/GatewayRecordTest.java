package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of the requests of a gateway beside their answers. */
class GatewayRecordTest {
    private static final String ANSWER = "{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}";
    private static final String CHAT = "/v1/chat/completions";
    private static final String SECRET = "sk-very-secret";
    private static final String STREAM_HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    @TempDir
    private Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void theAccessLogHasALineForEachRequestButNoKeysAndPrompts() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            try (Gateway gateway = start(file(server) + "log: {access: access.jsonl}");
                    Client client = new Client(gateway.port())) {
                client.write(
                        "POST " + CHAT + "?key=" + SECRET + " HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer " + SECRET
                                + "\r\nContent-Type: application/json\r\nContent-Length: 64\r\n\r\n"
                                + "{\"model\":\"m\",\"max_tokens\":9,\"stream\":false,\"prompt\":\"the prompt\"}");
                client.readUntil("}}");
            }
            Tree line = lines("access.jsonl").getFirst();

            assertThat(Files.readString(folder.resolve("access.jsonl"))).doesNotContain(SECRET, "the prompt");
            assertThat(line.require("url.path").text()).isEqualTo(CHAT);
            assertThat(line.require("gen_ai.operation.name").text()).isEqualTo("chat");
            assertThat(line.require("gen_ai.request.model").text()).isEqualTo("m");
            assertThat(line.require("gen_ai.request.max_tokens").whole()).isEqualTo(9);
            assertThat(line.require("gen_ai.usage.input_tokens").whole()).isEqualTo(5);
            assertThat(line.require("gen_ai.usage.output_tokens").whole()).isEqualTo(3);
            assertThat(line.require("berth.outcome").text()).isEqualTo("answered");
            assertThat(line.require("http.response.status_code").whole()).isEqualTo(200);
            assertThat(line.require("berth.server").text()).isEqualTo("127.0.0.1:" + server.port());
            assertThat(line.require("berth.decision").require("candidates").whole())
                    .isEqualTo(1);
        }
    }

    @Test
    void whatDoesNotEndWellIsSeenToo() throws IOException, InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, peer) -> {
            if (request.body().contains("broken")) {
                peer.write(STREAM_HEAD);
                peer.chunk("data: one\n\ndata: two\n\ndata: three\n\n");
                return false;
            }
            if (request.body().contains("waits")) {
                asked.countDown();
                peer.in().read();
            }
            return false;
        })) {
            try (Gateway gateway =
                    start(file(server) + "limits: {retries: 0, body: 1Ki}\nlog: {access: access.jsonl}")) {
                try (Client client = new Client(gateway.port())) {
                    client.post(CHAT, "{\"prompt\":\"broken\",\"stream\":true}");
                    assertThat(client.readAll()).contains("upstream_failed");
                }
                try (Client client = new Client(gateway.port())) {
                    client.post(CHAT, "x".repeat(2_000));
                    assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 413");
                }
                try (Client client = new Client(gateway.port())) {
                    client.post(CHAT, "{\"prompt\":\"waits\"}");
                    asked.await();
                }
                gateway.drain();
            }
        }
        List<Tree> lines = lines("access.jsonl");
        assertThat(lines.stream().map(line -> line.require("berth.outcome").text()))
                .containsExactlyInAnyOrder("failed", "invalid", "cancelled");
        assertThat(of(lines, "failed").require("error.type").text()).isEqualTo("server_failed");
        assertThat(of(lines, "failed").require("http.response.status_code").whole())
                .isEqualTo(200);
        assertThat(of(lines, "failed").require("gen_ai.usage.output_tokens").whole())
                .isEqualTo(2);
        assertThat(of(lines, "invalid").require("error.type").text()).isEqualTo("body_too_large");
        assertThat(of(lines, "cancelled").get("http.response.status_code")).isNull();
    }

    @Test
    void aRequestThatIsSentAgainHasTwoAttemptsAndTheDecisionForTheLast() throws IOException {
        try (ScriptedServer dying = new ScriptedServer((asked, peer) -> false);
                ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            try (Gateway gateway = start("servers: [{url: '" + dying.url() + "', name: dying}, {url: '"
                            + server.url() + "', name: there}]\nhealth: {metrics: 0s}\n"
                            + "balance: round-robin\nlog: {access: access.jsonl}");
                    Client client = new Client(gateway.port())) {
                client.post(CHAT, "{}");
                client.readUntil("}}");
                client.post(CHAT, "{}");
                client.readUntil("}}");
            }
        }
        List<Tree> lines = lines("access.jsonl");
        assertThat(lines).anySatisfy(line -> {
            assertThat(line.require("berth.attempts").whole()).isEqualTo(2);
            assertThat(line.require("berth.server").text()).isEqualTo("there");
            assertThat(line.require("berth.decision").require("server").text()).isEqualTo("there");
        });
    }

    @Test
    void whoAsksIsToldWhyThisServer() throws IOException {
        try (ScriptedServer one = ScriptedServer.answering(ANSWER);
                ScriptedServer other = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(two(one, other));
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}")).doesNotContain("x-berth-decision");
            client.write("POST /v1/x HTTP/1.1\r\nHost: g\r\nx-berth-explain: 1\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(client.readUntil("}}"))
                    .containsPattern("x-berth-decision: server=(one|other); by=cost; cost=[0-9.]+; .*candidates=2;"
                            + " rejected=(one|other):[0-9.]+\r\n");
        }
    }

    @Test
    void nobodyIsToldWhereThatIsNotWanted() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(file(server) + "log: {explain: never}");
                Client client = new Client(gateway.port())) {
            client.write("POST /v1/x HTTP/1.1\r\nHost: g\r\nx-berth-explain: 1\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(client.readUntil("}}")).doesNotContain("x-berth-decision");
        }
    }

    @Test
    void theLastRequestsAreShownWhereThatIsWanted() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(file(server) + "log: {requests: 2}");
                Client client = new Client(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                client.post("/v1/" + i, "{}");
                client.readUntil("}}");
            }
            client.write("GET /berth/requests HTTP/1.1\r\nHost: g\r\n\r\n");
            assertThat(client.readUntil("]}\n")).contains("/v1/2", "/v1/1").doesNotContain("/v1/0");
        }
    }

    @Test
    void elseTheyAreNoPageOfTheGateway() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(file(server));
                Client client = new Client(gateway.port())) {
            client.write("GET /berth/requests HTTP/1.1\r\nHost: g\r\n\r\n");
            assertThat(client.readUntil("{}")).startsWith("HTTP/1.1 404").contains("x-berth-server");
        }
    }

    @Test
    void figuresCountRequestsByServerModelAndOutcome() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(file(server));
                Client client = new Client(gateway.port())) {
            // One of sixteen is looked at, and of the first nothing could be predicted.
            for (int i = 0; i < 17; i++) {
                client.post(CHAT, "{\"model\":\"m\"}");
                client.readUntil("}}");
            }
            client.write("GET /metrics HTTP/1.1\r\nHost: g\r\n\r\n");
            String labels = "{server=\"127.0.0.1:" + server.port() + "\",model=\"m\"}";
            assertThat(client.readUntil("dropped_total 0\n"))
                    .contains(
                            "berth_gateway_request_seconds_count" + labels + " 17\n",
                            "berth_gateway_time_to_first_byte_seconds_count" + labels + " 17\n",
                            "berth_gateway_output_tokens_sum" + labels + " 51\n",
                            "berth_gateway_requests_total{outcome=\"answered\",reason=\"\"} 17\n",
                            "berth_gateway_predicted_ratio_count{server=\"127.0.0.1:" + server.port() + "\"} 1\n");
        }
    }

    @Test
    void aRecordHasLengthsAndTimesAndSaltedBlocksOnly() throws IOException {
        String prompt = "a long beginning ".repeat(40);
        try (ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            recorded(server, "one.jsonl", prompt);
            recorded(server, "two.jsonl.gz", prompt);
        }
        List<Tree> one = lines("one.jsonl");
        List<Tree> two = lines("two.jsonl.gz");

        assertThat(Files.readString(folder.resolve("one.jsonl"))).doesNotContain("beginning", CHAT);
        assertThat(one.getFirst().require("berth_gateway_record").whole()).isEqualTo(1);
        assertThat(one).hasSize(3);
        assertThat(one.get(1).require("output_tokens").whole()).isEqualTo(3);
        assertThat(one.get(1).require("prompt").require("ends").items()).hasSize(2);
        assertThat(blocks(one.get(1))).hasSize(2).isEqualTo(blocks(one.get(2)));
        assertThat(blocks(two.get(1))).hasSize(2).doesNotContainAnyElementsOf(blocks(one.get(1)));
    }

    @Test
    void aRecordIsNotWrittenOver() throws IOException {
        Path there = Files.writeString(folder.resolve("there.jsonl"), "mine");
        try (ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            assertThatThrownBy(() -> start(file(server), there))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("there.jsonl")
                    .hasMessageContaining("is there already");
        }
        assertThat(Files.readString(there)).isEqualTo("mine");
    }

    @Test
    void aTraceGoesOnFromTheClientToTheServerAndTheCollector() throws IOException {
        String trace = "0123456789abcdef0123456789abcdef";
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                ScriptedServer collector = ScriptedServer.answering("{}")) {
            try (Gateway gateway = start(file(server) + "traces: {endpoint: '" + collector.url() + "', sample: 0}");
                    Client client = new Client(gateway.port())) {
                String body = "{\"model\":\"m\"}";
                client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\ntraceparent: 00-" + trace
                        + "-00000000000000aa-01\r\nContent-Length: 13\r\n\r\n" + body);
                assertThat(client.readUntil("}}")).contains("traceresponse: 00-" + trace + "-");
                // Of a trace that begins here nothing is sent, as the share is 0.
                client.post(CHAT, body);
                client.readUntil("}}");
            }
            String told = server.requests().getFirst().header("traceparent");
            assertThat(told).matches("00-" + trace + "-[0-9a-f]{16}-01");
            assertThat(server.requests().getLast().header("traceparent")).endsWith("-00");

            ScriptedServer.Asked sent = collector.requests().getFirst();
            assertThat(sent.line()).startsWith("POST /v1/traces ");
            List<Tree> spans = JsonReader.read(Source.text("spans", sent.body()))
                    .require("resourceSpans")
                    .items()
                    .getFirst()
                    .require("scopeSpans")
                    .items()
                    .getFirst()
                    .require("spans")
                    .items();
            assertThat(spans).hasSize(2);
            assertThat(spans)
                    .allSatisfy(
                            span -> assertThat(span.require("traceId").text()).isEqualTo(trace));
            Tree whole = spans.getFirst();
            Tree call = spans.get(1);
            assertThat(whole.require("parentSpanId").text()).isEqualTo("00000000000000aa");
            assertThat(call.require("parentSpanId").text())
                    .isEqualTo(whole.require("spanId").text());
            assertThat(told).contains(call.require("spanId").text());
            assertThat(call.require("name").text()).isEqualTo("chat m");
        }
    }

    @Test
    void aCollectorThatIsNotThereCostsSpansOnly() throws IOException {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        try (ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            try (Gateway gateway = start(file(server) + "traces: {endpoint: 'http://127.0.0.1:" + nobody + "'}");
                    Client client = new Client(gateway.port())) {
                client.post(CHAT, "{}");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
            }
            assertThat(notes).anyMatch(note -> note.startsWith("spans are dropped, http://127.0.0.1:" + nobody));
        }
    }

    @Test
    void settingsThatCannotBeAreNamed() {
        String servers = "servers: [{url: 'http://127.0.0.1:1'}]\n";
        assertThatThrownBy(() -> settings(servers + "traces: {endpoint: 'ftp://x'}"))
                .hasMessageContaining("traces.endpoint")
                .hasMessageContaining("must be http://HOST:PORT");
        assertThatThrownBy(() -> start(servers + "log: {access: no/such/folder.jsonl}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("folder.jsonl")
                .hasMessageContaining("cannot be written");
    }

    /** Two requests whose prompts begin with {@code prompt}. */
    private void recorded(ScriptedServer server, String name, String prompt) throws IOException {
        try (Gateway gateway = start(file(server), folder.resolve(name));
                Client client = new Client(gateway.port())) {
            for (String end : List.of("x", "y")) {
                client.post(CHAT, "{\"model\":\"m\",\"prompt\":\"" + prompt + end + "\"}");
                client.readUntil("}}");
            }
        }
    }

    private static List<String> blocks(Tree line) {
        return line.require("prompt").require("blocks").items().stream()
                .map(Tree::text)
                .toList();
    }

    private static Tree of(List<Tree> lines, String outcome) {
        return lines.stream()
                .filter(line -> line.require("berth.outcome").text().equals(outcome))
                .findFirst()
                .orElseThrow();
    }

    private List<Tree> lines(String name) throws IOException {
        return Lines.of(folder.resolve(name)).stream()
                .map(line -> JsonLines.read(name, line))
                .toList();
    }

    private static String file(ScriptedServer server) {
        return "servers: [{url: '" + server.url() + "'}]\nhealth: {metrics: 0s}\n";
    }

    private static String two(ScriptedServer one, ScriptedServer other) {
        return "servers: [{url: '" + one.url() + "', name: one}, {url: '" + other.url() + "', name: other}]\n"
                + "health: {metrics: 0s}\n";
    }

    private Gateway start(String file) {
        return start(file, null);
    }

    private Gateway start(String file, @Nullable Path record) {
        GatewaySettings read = settings(file);
        GatewaySettings settings =
                record == null ? read : read.with(read.telemetry().recording(record));
        return Gateway.start(settings, DispatchCatalog.standard().policies(settings.dispatch()), notes::add);
    }

    private GatewaySettings settings(String file) {
        return Started.settings(file, folder);
    }
}
