package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Unix socket of a console that wants tokens: the kernel says who comes. */
@Timeout(60)
class OwnerSocketTest extends ServedTest {
    @TempDir
    Path folder;

    private Path socket;

    @BeforeEach
    void serveAtASocket() throws IOException {
        socket = folder.resolve("console.sock");
        Path tokens = TokenFile.in(folder, TokenFile.line("ada", "name: ada, role: viewer"));
        serve(
                Cluster.of(1, null),
                ConsoleOptions.local(0)
                        .withTokens(tokens)
                        .withSocket(socket)
                        .withConnections(new ConnectionLimits(8, 4, Duration.ofSeconds(2))));
    }

    @Test
    void itsOwnerIsAnOperatorWithoutAToken() throws IOException {
        assertThat(ask("GET /api/v1/jobs HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
        assertThat(ask("POST /api/v1/nodes/node-0/drain HTTP/1.0\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(new RawClient(server.uri()).exchange("GET /api/v1/jobs HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    void onlyItsOwnerMayOpenItAndItIsGoneAtTheEnd() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        server.close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void withoutAPortItsOwnerIsAnsweredOverItAndNobodyElseComes() throws IOException {
        server.close();
        server = cluster.serve(ConsoleOptions.over(socket));

        assertThat(ask("POST /api/v1/nodes/node-0/drain HTTP/1.0\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(server.hasPort()).isFalse();
        assertThatThrownBy(server::uri).hasMessageContaining("no port");
    }

    @Test
    void aProxyBeforeItIsRefused() throws IOException {
        assertThat(ask("GET /api/v1/jobs HTTP/1.0\r\nX-Forwarded-For: 10.1.1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(ask("GET /api/v1/jobs HTTP/1.0\r\nHost: berth.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void aFloodOfThePortTakesNothingOfIt() throws IOException {
        RawClient raw = new RawClient(server.uri());
        for (int i = 0; i < 40; i++) {
            raw.connect().getOutputStream().write('G');
        }
        assertThat(ask("GET /api/v1/jobs HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void anotherUserIsNotAnsweredEvenWhereTheFileIsOpen() throws IOException, InterruptedException {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root can become another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")) && Files.isExecutable(Path.of("/usr/bin/curl")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(curlAs("0")).contains("\"jobs\"");
        assertThat(curlAs("65534")).isEmpty();
    }

    private String curlAs(String user) throws IOException, InterruptedException {
        Process curl = new ProcessBuilder(
                        "setpriv",
                        "--reuid=" + user,
                        "--regid=" + user,
                        "--clear-groups",
                        "curl",
                        "-s",
                        "--unix-socket",
                        socket.toString(),
                        "http://localhost/api/v1/jobs")
                .start();
        String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        curl.waitFor();
        return said;
    }

    private String ask(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
