package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpEdgeTest extends ServedTest {
    private RawClient raw;

    @BeforeEach
    void aConsole() {
        serve(Cluster.of(1, null), ConsoleOptions.local(0).withTimes(Duration.ofSeconds(1), Duration.ofMillis(300)));
        raw = new RawClient(server.uri());
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedBeforeItIsSent() throws IOException {
        try (Socket socket = raw.connect()) {
            send(
                    socket,
                    head("POST", "/api/v1/jobs", "Content-Type: application/json\r\nContent-Length: 10485760\r\n"));
            assertThat(RawClient.rest(socket)).startsWith("HTTP/1.1 413").contains("larger than the 1048576 bytes");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWhenTheSenderDoesNotLook() {
        try (Client client = new Client(server)) {
            assertThat(client.post("/api/v1/jobs", "x".repeat(2 << 20)).status())
                    .isEqualTo(413);
        }
    }

    @Test
    void chunksThatAreTooManyAreRefused() throws IOException {
        StringBuilder request = new StringBuilder(
                head("POST", "/api/v1/jobs", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
        request.append("100001\r\n").append(" ".repeat(0x100001)).append("\r\n0\r\n\r\n");

        assertThat(raw.exchange(request.toString())).startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffffffff\r\nabc", "xyz\r\nabc", "5\r\nabcdefgh", "-5\r\nabc"})
    void brokenChunksAreRefused(String chunks) throws IOException {
        String request =
                head("POST", "/api/v1/jobs", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
                        + chunks;

        assertThat(RawClient.status(raw.exchange(request))).isIn(400, 413);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /healthz HTTP/1.1|400",
                "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nHost: localhost|400",
                "GET /healthz HTTP/2.0\\r\\nHost: localhost|400",
                "GET /healthz|400",
                "GET|400",
                "GET /health z HTTP/1.1\\r\\nHost: localhost|400",
                "GET /%zz HTTP/1.1\\r\\nHost: localhost|400",
                "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: -1|400",
                "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked|400",
                "GET /healthz HTTP/1.0|200",
                "GET http://localhost/healthz HTTP/1.1\\r\\nHost: localhost|200",
                "BREW /healthz HTTP/1.1\\r\\nHost: localhost|405"
            })
    void requestsThatAreNoHttpAreRefused(String head, int status) throws IOException {
        String answer = raw.exchange(head.replace("\\r\\n", "\r\n") + "\r\n\r\n");

        assertThat(RawClient.status(answer)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: +2\r\n",
                "Content-Length: 0x2\r\n",
                "Content-Length: 2 2\r\n",
                "Content-Length: 2\r\nContent-Length: 3\r\n",
                "Content-Length: 2\r\nContent-Length: 2\r\n",
                "Content-Length : 2\r\n",
                "Content-Length: 2\nX: y\r\n",
                "Content-Length: 2\r\nX: a\u0000b\r\n",
                "Content-Length: 2\r\nX: a\r\n b\r\n",
                "Content-Length: 2\r\nX: a\rb\r\n",
                "Content-Length: 2\r\nX\r\n",
                "Transfer-Encoding: chunked, identity\r\n",
                "Transfer-Encoding: xchunked\r\n"
            })
    void headersThatAnotherServerMightReadOtherwiseAreRefused(String header) throws IOException {
        String request = head("POST", "/api/v1/jobs", "Content-Type: application/json\r\n" + header) + "{}";

        String answer = raw.exchange(request);
        assertThat(RawClient.status(answer)).as(answer).isIn(400, 501);
        assertThat(answer).contains("application/problem+json").doesNotContain("command");
    }

    @Test
    void whoAsksWhetherToGoOnIsToldSoWithoutAnythingElse() throws IOException {
        try (Socket socket = raw.connect()) {
            send(
                    socket,
                    head(
                            "POST",
                            "/api/v1/jobs",
                            "Content-Type: application/json\r\nContent-Length: 18\r\nExpect: 100-continue\r\n"));
            String go = "HTTP/1.1 100 Continue\r\n\r\n";
            assertThat(new String(socket.getInputStream().readNBytes(go.length()), StandardCharsets.US_ASCII))
                    .isEqualTo(go);
            send(socket, "{\"command\":\"true\"}");
            socket.shutdownOutput();
            assertThat(RawClient.rest(socket)).startsWith("HTTP/1.1 201");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Via: 1.1 proxy",
                "Forwarded: for=10.1.1.1",
                "X-Forwarded-For: 10.1.1.1",
                "X-Forwarded-Proto: https",
                "X-Real-IP: 10.1.1.1",
                "CF-Connecting-IP: 10.1.1.1",
                "True-Client-IP: 10.1.1.1"
            })
    void whatAProxyHandsOnIsRefused(String header) throws IOException {
        assertThat(raw.exchange(head("GET", "/api/v1/jobs", header + "\r\n"))).startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(head("GET", "/", header + "\r\n"))).startsWith("HTTP/1.1 403");
    }

    @Test
    void headsThatAreTooLargeAreRefused() throws IOException {
        assertThat(raw.exchange(head("GET", "/healthz?" + "x".repeat(10_000), "")))
                .startsWith("HTTP/1.1 414");
        assertThat(raw.exchange(head("GET", "/healthz", "X: " + "x".repeat(20_000) + "\r\n")))
                .startsWith("HTTP/1.1 431");
        assertThat(raw.exchange(head("GET", "/healthz", "X: " + "x".repeat(200_000) + "\r\n")))
                .matches("(?s)|HTTP/1.1 431.*");
    }

    @Test
    void aConnectionServesManyRequests() throws IOException {
        try (Socket socket = raw.connect()) {
            String request = head("GET", "/healthz", "");
            send(socket, request + request + request);
            socket.shutdownOutput();
            assertThat(RawClient.rest(socket).split("HTTP/1.1 200 OK", -1)).hasSize(4);
        }
    }

    @Test
    void whatAnotherSiteHasABrowserSendIsRefused() throws IOException {
        assertThat(raw.exchange("GET /api/v1/jobs HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange("GET /healthz HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        for (String host : new String[] {"localhost:8080", "127.0.0.1", "[::1]:80", "127.8.9.1:1", "a.localhost"}) {
            assertThat(raw.exchange("GET /api/v1/jobs HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(raw.exchange(head("POST", "/api/v1/nodes/node-0/drain", "Origin: http://evil.example\r\n")))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(head("POST", "/api/v1/nodes/node-0/drain", "Origin: null\r\n")))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(head("POST", "/api/v1/nodes/node-0/drain", "Sec-Fetch-Site: cross-site\r\n")))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(
                        head("GET", "/api/v1/jobs", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n")))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(head(
                        "GET",
                        "/api/v1/jobs",
                        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n")))
                .startsWith("HTTP/1.1 200");
        assertThat(raw.exchange(head("GET", "/api/v1/jobs", "X-Forwarded-For: 10.1.1.1\r\n")))
                .startsWith("HTTP/1.1 403");
        assertThat(raw.exchange(head("POST", "/api/v1/nodes/node-0/drain", "Origin: http://localhost\r\n")))
                .startsWith("HTTP/1.1 200");
        assertThat(raw.exchange(head(
                                "POST",
                                "/api/v1/jobs",
                                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n")
                        + "{}"))
                .startsWith("HTTP/1.1 415");
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static String head(String method, String target, String headers) {
        return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }
}
