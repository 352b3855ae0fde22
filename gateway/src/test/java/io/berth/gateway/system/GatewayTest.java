package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Prompt;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
    static final String ANSWER = "{\"usage\":{\"completion_tokens\":3}}";
    static final String CHAT = "/v1/chat/completions";
    static final String STREAM_HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void aRequestAndItsAnswerGoThrough() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.write("POST " + CHAT
                    + "?a=b HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer sk-1\r\nConnection: x-mine\r\n"
                    + "X-Mine: 1\r\nX-Theirs: 2\r\nContent-Length: 13\r\n\r\n{\"model\":\"m\"}");
            String answer = client.readUntil("}}");

            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("x-berth-server: 127.0.0.1:" + server.port())
                    .endsWith(ANSWER);
            ScriptedServer.Asked asked = server.requests().getFirst();
            assertThat(asked.line()).isEqualTo("POST " + CHAT + "?a=b HTTP/1.1");
            assertThat(asked.body()).isEqualTo("{\"model\":\"m\"}");
            assertThat(asked.header("host")).isEqualTo("127.0.0.1:" + server.port());
            assertThat(asked.header("authorization")).isEqualTo("Bearer sk-1");
            assertThat(asked.header("x-theirs")).isEqualTo("2");
            assertThat(asked.header("x-mine")).isEmpty();
        }
    }

    @Test
    void requestsThatComeTogetherAreAnsweredInOrder() throws IOException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.json(200, asked.body());
                    return true;
                });
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                all.append("POST /v1/x HTTP/1.1\r\nHost: g\r\nContent-Length: 8\r\n\r\n{\"n\":%02d}".formatted(i));
            }
            client.write(all.toString());
            for (int i = 0; i < 40; i++) {
                assertThat(client.readUntil("}")).endsWith("{\"n\":%02d}".formatted(i));
            }
        }
    }

    @Test
    void eachEventOfAStreamIsPassedOnWhenItComes() throws IOException {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(STREAM_HEAD);
                    peer.chunk("data: one\n\n");
                    assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
                    peer.chunk("data: [DONE]\n\n");
                    peer.write("0\r\n\r\n");
                    return true;
                });
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{\"stream\":true}");
            assertThat(client.readUntil("data: one\n\n\r\n")).contains("text/event-stream");
            seen.countDown();
            assertThat(client.readUntil("0\r\n\r\n")).contains("data: [DONE]\n\n");
        }
    }

    @Test
    void aBodyInChunks() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n");
            client.write("2\r\n1}\r\n0\r\n\r\n");
            assertThat(client.readUntil("}}")).endsWith(ANSWER);
            assertThat(server.requests().getFirst().body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void aServerThatIsNotThereIsLeftForOneThatIs() throws IOException {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway =
                        start("servers: [{url: 'http://127.0.0.1:" + nobody + "'}, {url: '" + server.url() + "'}]");
                Client client = new Client(gateway.port())) {
            for (int i = 0; i < 8; i++) {
                client.post(CHAT, "{}");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
            }
            assertThat(notes).anyMatch(note -> note.contains("127.0.0.1:" + nobody + " is lost"));
        }
    }

    @Test
    void aServerThatEndsWithoutAnAnswerIsLeftForAnother() throws IOException {
        try (ScriptedServer dying = new ScriptedServer((asked, peer) -> false);
                ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(dying, server);
                Client client = new Client(gateway.port())) {
            for (int i = 0; i < 4; i++) {
                client.post(CHAT, "{\"n\":" + i + "}");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
                assertThat(server.requests().get(i).body()).isEqualTo("{\"n\":" + i + "}");
            }
        }
    }

    @Test
    void theKeyOfOneServerIsNotToldToAnother() throws IOException {
        try (ScriptedServer keyed = new ScriptedServer((asked, peer) -> false);
                ScriptedServer open = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + keyed.url() + "', api_key: sk-secret, speed: 9}, {url: '"
                        + open.url() + "'}]");
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
            client.write("POST " + CHAT
                    + " HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer sk-mine\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");

            assertThat(keyed.requests().getFirst().header("authorization")).isEqualTo("Bearer sk-secret");
            assertThat(open.requests())
                    .extracting(asked -> asked.header("authorization"))
                    .containsExactly("", "Bearer sk-mine");
        }
    }

    @Test
    void aConnectionThatTheServerGaveUpMeanwhileIsNoFailure() throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.json(200, ANSWER);
                    return false;
                });
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]\nlimits: {retries: 0}");
                Client client = new Client(gateway.port())) {
            for (int i = 0; i < 20; i++) {
                client.post(CHAT, "{}");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void aStreamThatBreaksSaysSo() throws IOException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(STREAM_HEAD);
                    peer.chunk("data: one\n\n");
                    return false;
                });
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{\"stream\":true}");
            assertThat(client.readAll())
                    .contains("data: one\n\n")
                    .contains("data: {\"error\":{\"message\":\"its server failed")
                    .endsWith("0\r\n\r\n");
        }
    }

    @Test
    void anAnswerThatBreaksIsNotTakenForWhole() throws IOException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":");
                    return false;
                });
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readAll())
                    .containsIgnoringCase("content-length: 100")
                    .endsWith("{\"a\":");
        }
    }

    @Test
    void whatAClientLeavesIsNotGoneOnWith() throws IOException, InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(STREAM_HEAD);
                    begun.countDown();
                    while (true) {
                        peer.chunk("data: more\n\n");
                        Thread.sleep(5);
                    }
                });
                Gateway gateway = gateway(server)) {
            try (Client client = new Client(gateway.port())) {
                client.post(CHAT, "{\"stream\":true}");
                assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
                client.readUntil("data: more\n\n");
            }
            assertThat(server.left.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whereNothingIsSentAgainABusyServerSpeaksForItself() throws IOException {
        try (ScriptedServer busy = new ScriptedServer((asked, peer) -> {
                    peer.json(503, "{\"error\":{\"message\":\"mine\"}}");
                    return true;
                });
                Gateway gateway = start("servers: [{url: '" + busy.url() + "'}]\nlimits: {retries: 0}");
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}"))
                    .startsWith("HTTP/1.1 503")
                    .endsWith("{\"error\":{\"message\":\"mine\"}}");
            assertThat(busy.requests()).hasSize(1);
        }
    }

    @Test
    void answersOfServersAreTheirs() throws IOException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.json(400, "{\"error\":{\"message\":\"no\"}}");
                    return true;
                });
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 400").endsWith("{\"error\":{\"message\":\"no\"}}");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void withoutAServerItSaysWhen() throws IOException {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        try (Gateway gateway = start("servers: [{url: 'http://127.0.0.1:" + nobody + "'}]");
                Client client = new Client(gateway.port())) {
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}"))
                    .containsPattern("HTTP/1.1 50[23]")
                    .contains("retry-after: ")
                    .contains("\"error\":{");
            client.post(CHAT, "{}");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 503").contains("server_is_overloaded");
            client.write("GET /readyz HTTP/1.1\r\nHost: g\r\n\r\n");
            assertThat(client.readUntil("up\n")).startsWith("HTTP/1.1 503");
        }
    }

    /** What two servers could read differently is not passed on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: g\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
                "Host: g\r\nContent-Length: 3\r\nContent-Length: 4\r\n",
                "Host: g\r\nContent-Length: +3\r\n",
                "Host: g\r\nContent-Length: -3\r\n",
                "Host: g\r\nTransfer-Encoding: xchunked\r\n",
                "Host: g\r\nTransfer-Encoding: chunked, identity\r\n",
                "Host: g\r\nTransfer-Encoding : chunked\r\n",
                "Host: g\r\nHost: h\r\n",
                "Content-Length: 3\r\n",
                "Host: g\r\nX Y: 1\r\n",
                "Host: g\r\nX: a\u0000b\r\n",
            })
    void smuggledRequests(String headers) throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = gateway(server);
                Client client = new Client(gateway.port())) {
            client.write("POST " + CHAT + " HTTP/1.1\r\n" + headers
                    + "\r\n0\r\n\r\nGET /secret HTTP/1.1\r\nHost: g\r\n\r\n");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 400");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void tooMuch() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway =
                        start("servers: [{url: '" + server.url() + "'}]\nlimits: {body: 2Ki, headers: 1Ki}")) {
            try (Client client = new Client(gateway.port())) {
                client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\nContent-Length: 3000\r\n\r\n");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 413");
            }
            try (Client client = new Client(gateway.port())) {
                client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n"
                        + "x".repeat(3000) + "\r\n");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 413");
            }
            try (Client client = new Client(gateway.port())) {
                client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\nX: " + "x".repeat(2000) + "\r\n\r\n");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 431");
            }
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void aClientThatDoesNotGoOn() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway =
                        start("servers: [{url: '" + server.url() + "'}]\nlimits: {idle: 1s, headers_within: 1s}")) {
            try (Client client = new Client(gateway.port())) {
                client.write("POST " + CHAT + " HTTP/1.1\r\nHost: g\r\nContent-Length: 30\r\n\r\n{\"a");
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 408");
            }
            try (Client client = new Client(gateway.port())) {
                client.write("POST " + CHAT + " HTTP/1.1\r\nHo");
                assertThat(client.readAll()).isEmpty();
            }
        }
    }

    /** What predicted learns from; that it sends alike prompts to one server, testkit's UntoldFleetTest says. */
    @Test
    void whoDecidesSeesWhatPromptsBeginWith() throws IOException {
        List<Prompt> seen = new CopyOnWriteArrayList<>();
        Balancer first = (request, _, _, _) -> {
            seen.add(request.need().prompt());
            return 0;
        };
        String common = "{\"messages\":[\"" + "once upon a time ".repeat(400);
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]", first);
                Client client = new Client(gateway.port())) {
            for (String end : List.of("there was\"]}", "she said\"]}")) {
                client.post(CHAT, common + end);
                client.readUntil("}}");
            }
        }
        Prompt one = seen.getFirst();
        Prompt other = seen.getLast();
        assertThat(seen).hasSize(2);
        assertThat(one.blocks()).isEqualTo(26);
        for (int block = 0; block < one.blocks(); block++) {
            assertThat(one.hash(block)).isEqualTo(other.hash(block));
        }
        assertThat(one.bytes() - other.bytes()).isEqualTo(1);
    }

    @Test
    void eachModelAtTheServersThatHaveIt() throws IOException {
        try (ScriptedServer one = ScriptedServer.answering(ANSWER);
                ScriptedServer other = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + one.url() + "', models: [a, b]}, {url: '" + other.url()
                        + "', models: [b, c]}]\nhealth: {metrics: 0s}");
                Client client = new Client(gateway.port())) {
            for (int i = 0; i < 6; i++) {
                client.post(CHAT, "{\"messages\":[],\"model\":\"c\"}");
                assertThat(client.readUntil("}}")).contains("x-berth-server: 127.0.0.1:" + other.port());
                client.post(CHAT, "{\"messages\":[],\"model\":\"a\"}");
                assertThat(client.readUntil("}}")).contains("x-berth-server: 127.0.0.1:" + one.port());
            }
            client.post(CHAT, "{\"messages\":[],\"model\":\"d\"}");
            assertThat(client.readUntil("}}"))
                    .startsWith("HTTP/1.1 404")
                    .contains("model_not_found")
                    .contains("\\\"d\\\"");
            client.write("GET /v1/models HTTP/1.1\r\nHost: g\r\n\r\n");
            assertThat(client.readUntil("]}")).contains("\"a\"", "\"b\"", "\"c\"");
        }
    }

    static Path resource(String name) throws URISyntaxException {
        return Path.of(GatewayTest.class.getResource(name).toURI());
    }

    static SSLContext trusting(Path certificate) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "gateway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private Gateway gateway(ScriptedServer... servers) {
        StringBuilder file = new StringBuilder("servers:\n");
        for (ScriptedServer server : servers) {
            file.append("- {url: '").append(server.url()).append("'}\n");
        }
        return start(file + "health: {metrics: 0s}\n");
    }

    private Gateway start(String file) {
        return start(file, null);
    }

    /** @param balancer in place of that of the file; null for that */
    private Gateway start(String file, @Nullable Balancer balancer) {
        return Started.of(file, balancer, notes::add);
    }
}
