package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.tenant.ApiKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real Envoy that asks a picker; skipped where there is none. */
class EnvoyTest {
    private static final String ANSWER = "{\"usage\":{\"completion_tokens\":3}}";
    private static final String CHAT = "/v1/chat/completions";
    private static final String STREAM_HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String REQUESTS = "request_body_mode: FULL_DUPLEX_STREAMED";
    private static final String ANSWERS = "response_body_mode: FULL_DUPLEX_STREAMED";

    @TempDir
    Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final Recorder recorder = new Recorder();

    @BeforeEach
    void envoyIsThere() {
        Envoy.required();
    }

    @Test
    void eachEventOfAStreamComesWhenItIsSaid() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(STREAM_HEAD);
                    peer.chunk("data: one\n\n");
                    assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
                    peer.chunk("data: two\n\n");
                    peer.chunk("data: [DONE]\n\n");
                    peer.write("0\r\n\r\n");
                    return true;
                });
                Gateway gateway = gateway("", server.port());
                Envoy envoy = envoy(gateway);
                Client client = new Client(envoy.port())) {
            client.post(CHAT, "{\"stream\":true,\"max_tokens\":9}");
            assertThat(client.readUntil("data: one\n\n\r\n"))
                    .startsWith("HTTP/1.1 200")
                    .contains("x-berth-server: 127.0.0.1:" + server.port());
            seen.countDown();
            assertThat(client.readUntil("0\r\n\r\n")).contains("data: [DONE]\n\n");
            assertThat(recorder.next()).isEqualTo("0 answered 2000000");
            assertThat(recorder.asked.getFirst().workNanos()).isEqualTo(9_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FULL_DUPLEX_STREAMED", "BUFFERED", "BUFFERED_PARTIAL", "STREAMED", "NONE"})
    void aBodyGoesThroughInEachMode(String mode) throws Exception {
        String body = "{\"messages\":[\"" + "once upon a time ".repeat(20_000) + "\"]}";
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway("", server.port());
                Envoy envoy = envoy(gateway, whole().replace(REQUESTS, "request_body_mode: " + mode));
                Client client = new Client(envoy.port())) {
            client.write("POST " + CHAT + " HTTP/1.1\r\nHost: e\r\nContent-Type: application/json\r\n"
                    + "x-gateway-destination-endpoint: 127.0.0.1:1\r\nContent-Length: " + body.length() + "\r\n\r\n"
                    + body);
            assertThat(client.readUntil("0\r\n\r\n")).startsWith("HTTP/1.1 200").contains(ANSWER);
            assertThat(server.requests().getFirst().body()).isEqualTo(body);
            assertThat(recorder.next()).isEqualTo("0 answered 3000000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"STREAMED", "BUFFERED", "NONE"})
    void anAnswerGoesThroughInEachMode(String mode) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway("", server.port());
                Envoy envoy = envoy(gateway, whole().replace(ANSWERS, "response_body_mode: " + mode));
                Client client = new Client(envoy.port())) {
            client.post(CHAT, "{\"max_tokens\":3}");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200").contains(ANSWER);
            assertThat(recorder.next()).isEqualTo("0 answered 3000000");
        }
    }

    @Test
    void aClientThatLeavesIsForgotten() throws Exception {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(STREAM_HEAD);
                    for (int i = 0; i < 10_000; i++) {
                        peer.chunk("data: " + i + "\n\n");
                        Thread.sleep(1);
                    }
                    return true;
                });
                Gateway gateway = gateway("", server.port());
                Envoy envoy = envoy(gateway)) {
            try (Client client = new Client(envoy.port())) {
                client.post(CHAT, "{\"stream\":true}");
                client.readUntil("data: 3\n\n");
            }
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            assertThat(server.left.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void noServerIsSaidInTheWordsOfTheApi() throws Exception {
        try (Gateway gateway = gateway("health: {interval: 10ms}\n", 1);
                Envoy envoy = envoy(gateway)) {
            for (int i = 0; i < 2_000 && notes.isEmpty(); i++) {
                Thread.sleep(10);
            }
            try (Client client = new Client(envoy.port())) {
                client.post(CHAT, "{\"stream\":true}");
                assertThat(client.readUntil("}}"))
                        .startsWith("HTTP/1.1 503")
                        .contains("retry-after: 1", "content-type: application/json", "\"server_is_overloaded\"");
            }
        }
    }

    @Test
    void aServerThatCannotBeReachedIsLeft() throws Exception {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.json(200, ANSWER);
                    return false;
                });
                ScriptedServer other = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(
                        "health: {interval: 1h, failures: 1}\npicker: {port: 0}\n", server.port(), other.port());
                Envoy envoy = envoy(gateway);
                Client client = new Client(envoy.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("0\r\n\r\n")).startsWith("HTTP/1.1 200");
            assertThat(recorder.next()).startsWith("0 answered");
            server.stop();
            client.post(CHAT, "{}");
            assertThat(client.readUntil("\r\n")).startsWith("HTTP/1.1 503");
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            assertThat(notes)
                    .anyMatch(note -> note.contains("is ejected for") && note.endsWith("Envoy answers with 503"));
        }
    }

    @Test
    void theNextOfTheListAnswersWhereTheFirstCannotBeReached() throws Exception {
        try (ScriptedServer first = ScriptedServer.answering(ANSWER);
                ScriptedServer second = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway("health: {interval: 1h}\n", first.port(), second.port());
                Envoy envoy = envoy(gateway, list(first.port(), second.port()));
                Client client = new Client(envoy.port())) {
            first.stop();
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("x-berth-server: 127.0.0.1:" + second.port());
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            assertThat(recorder.next()).isEqualTo("1 answered 3000000");
        }
    }

    /** One at a time: the second waits in Envoy, the third leaves while it waits, and nothing is left of it. */
    @Test
    void requestsWaitForASlot() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
                    peer.json(200, ANSWER);
                    return true;
                });
                Gateway gateway = gateway("wait: gateway\n", "slots: 1", server.port());
                Envoy envoy = envoy(gateway);
                Client first = new Client(envoy.port());
                Client second = new Client(envoy.port())) {
            first.post(CHAT, "{}");
            awaitUnderWay(gateway, 1);
            second.post(CHAT, "{}");
            awaitUnderWay(gateway, 2);
            try (Client third = new Client(envoy.port())) {
                third.post(CHAT, "{}");
                awaitUnderWay(gateway, 3);
            }
            awaitUnderWay(gateway, 2);
            assertThat(server.requests()).hasSize(1);
            seen.countDown();
            assertThat(first.readUntil("}}")).startsWith("HTTP/1.1 200");
            assertThat(second.readUntil("}}")).startsWith("HTTP/1.1 200");
            awaitUnderWay(gateway, 0);
        }
    }

    @Test
    void tenantsAreAsked() throws Exception {
        String tenants = "tenants: [{name: a, keys: ['" + ApiKeys.written("sk-a") + "'], per_minute: {requests: 1}}]\n";
        String asked =
                "POST " + CHAT + " HTTP/1.1\r\nHost: e\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                        + "Accept-Encoding: gzip\r\nAuthorization: Bearer %s\r\n\r\n{}";
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(tenants, server.port());
                Envoy envoy = envoy(gateway);
                Client client = new Client(envoy.port())) {
            client.write(asked.formatted("sk-b"));
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 401").contains("invalid_api_key");
            client.write(asked.formatted("sk-a"));
            assertThat(client.readUntil("0\r\n\r\n"))
                    .startsWith("HTTP/1.1 200")
                    .contains("x-ratelimit-remaining-requests: 0");
            client.write(asked.formatted("sk-a"));
            assertThat(client.readUntil("}}"))
                    .startsWith("HTTP/1.1 429")
                    .contains("retry-after: 60", "retry-after-ms: ", "rate_limit_exceeded");
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().getFirst().head())
                    .doesNotContain("sk-a")
                    .doesNotContainIgnoringCase("authorization")
                    .doesNotContainIgnoringCase("accept-encoding");
        }
    }

    private static void awaitUnderWay(Gateway gateway, int requests) throws Exception {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests " + requests + "\n"),
                () -> "there are never " + requests);
    }

    @Test
    void withoutAPickerEnvoyFailsOrGoesOn() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway("", server.port())) {
            String open = list(server.port(), server.port())
                    .replace("failure_mode_allow: false", "failure_mode_allow: true")
                    .replace(REQUESTS, "request_body_mode: BUFFERED")
                    .replace(ANSWERS, "response_body_mode: NONE")
                    .replace("trailer_mode: SEND", "trailer_mode: SKIP");
            try (Envoy closed = envoy(gateway);
                    Envoy other = envoy(gateway, open);
                    Client fails = new Client(closed.port());
                    Client goesOn = new Client(other.port())) {
                gateway.drain();
                fails.post(CHAT, "{}");
                assertThat(fails.readUntil("\r\n")).startsWith("HTTP/1.1 500");
                goesOn.post(CHAT, "{}");
                assertThat(goesOn.readUntil("}}")).startsWith("HTTP/1.1 200");
            }
        }
    }

    private static String whole() throws IOException {
        return Envoy.configurations().getFirst();
    }

    /** With a cluster that goes down the list of what was picked, as the guide has it. */
    private static String list(int one, int two) throws IOException {
        String whole = whole();
        int from = whole.indexOf("  - name: models\n    type: ORIGINAL_DST");
        int end = whole.indexOf("  - name: berth\n");
        String cluster = Envoy.configurations().get(1);
        return (whole.substring(0, from) + cluster + whole.substring(end))
                .replace(
                        "timeout: 3600s}", "timeout: 3600s, retry_policy: {retry_on: connect-failure, num_retries: 2}}")
                .replace(
                        "message_timeout: 1000s",
                        "message_timeout: 1000s\n              metadata_options: {receiving_namespaces: {untyped: [envoy.lb]},"
                                + " forwarding_namespaces: {untyped: [envoy.lb]}}")
                .replace("port_value: 19001", "port_value: " + one)
                .replace("port_value: 19002", "port_value: " + two);
    }

    private Envoy envoy(Gateway gateway) throws IOException, InterruptedException {
        return envoy(gateway, whole());
    }

    private Envoy envoy(Gateway gateway, String configuration) throws IOException, InterruptedException {
        return Envoy.start(configuration, gateway.pickerPort(), folder);
    }

    private Gateway gateway(String more, int... ports) {
        return gateway(more, "", ports);
    }

    private Gateway gateway(String more, String each, int... ports) {
        StringBuilder file = new StringBuilder("servers:\n");
        for (int port : ports) {
            file.append("- {url: 'http://127.0.0.1:")
                    .append(port)
                    .append("', ")
                    .append(each)
                    .append("}\n");
        }
        file.append(more);
        if (!more.contains("picker:")) {
            file.append("picker: {port: 0, fallbacks: ")
                    .append(ports.length - 1)
                    .append("}\n");
        }
        return Started.of(file.toString(), recorder, notes::add);
    }
}
