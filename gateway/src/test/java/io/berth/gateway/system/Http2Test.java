package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that speak HTTP/2. */
class Http2Test {
    @Test
    void overTlsAndHttp2() throws Exception {
        Path certificate = GatewayTest.resource("cert.pem");
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    peer.write(GatewayTest.STREAM_HEAD);
                    peer.chunk("data: " + asked.body() + "\n\n");
                    peer.write("0\r\n\r\n");
                    return true;
                });
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]\ncertificate: " + certificate
                        + "\nkey: " + GatewayTest.resource("key.pem"));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(GatewayTest.trusting(certificate))
                        .build()) {
            for (HttpClient.Version version : List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2)) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("https://127.0.0.1:" + gateway.port() + GatewayTest.CHAT))
                        .version(version)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"n\":1}"))
                        .build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(response.version()).isEqualTo(version);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).isEqualTo("data: {\"n\":1}\n\n");
                assertThat(response.headers().firstValue("x-berth-server")).isPresent();
            }
        }
    }

    @Test
    void http2WithoutTlsAsItBegins() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(GatewayTest.ANSWER);
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]");
                Client client = new Client(gateway.port())) {
            client.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            client.write("\0\0\0\4\0\0\0\0\0");
            // The first frame of a server is of its settings: three bytes of length, then type 4.
            assertThat(client.read(4)[3]).isEqualTo((byte) 4);
        }
    }

    /** Such a request comes in one piece over HTTP/2, and goes on as one. */
    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "DELETE", "OPTIONS"})
    void whatHasNoBody(String method) throws Exception {
        Path certificate = GatewayTest.resource("cert.pem");
        String body = method.equals("HEAD") ? "" : "{}";
        try (ScriptedServer server = new ScriptedServer((_, peer) -> {
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + body);
                    return true;
                });
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]\ncertificate: " + certificate
                        + "\nkey: " + GatewayTest.resource("key.pem"));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(GatewayTest.trusting(certificate))
                        .build()) {
            for (int i = 0; i < 2; i++) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("https://127.0.0.1:" + gateway.port() + "/v1/files/one"))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).isEqualTo(body);
            }
        }
    }

    /** What the gateway says by itself has a body, which nobody gets who asks for its head. */
    @Test
    void theHeadOfItsOwnAnswers() throws Exception {
        Path certificate = GatewayTest.resource("cert.pem");
        try (ScriptedServer server = ScriptedServer.answering(GatewayTest.ANSWER);
                Gateway gateway = start("servers: [{url: '" + server.url() + "'}]\ncertificate: " + certificate
                        + "\nkey: " + GatewayTest.resource("key.pem"));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(GatewayTest.trusting(certificate))
                        .build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + gateway.port() + "/v1/x"))
                    .header("x-berth-deadline-ms", "soon")
                    .HEAD()
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).isEmpty();
        }
    }

    private static Gateway start(String file) {
        return Started.of(file, null, _ -> {});
    }
}
