package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.operate.ConfigCommand;
import io.berth.app.operate.DownCommand;
import io.berth.app.operate.LearnCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HomeOptionTest {
    @TempDir
    Path folder;

    @Test
    void aUrlIsAskedWithTheTokenOfTheFile() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "t0ken\n");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + server.getLocalPort();
            CompletableFuture<String> head = CompletableFuture.supplyAsync(() -> answer(server));

            Client client =
                    client(Map.of("BERTH_URL", "http://127.0.0.1:1"), "--url", url, "--token-file", token.toString());
            assertThat(client.get("/api/v1/status")
                            .checked()
                            .tree()
                            .require("ok")
                            .text())
                    .isEqualTo("true");
            assertThat(head.get())
                    .startsWith("GET /api/v1/status HTTP/1.0\r\n")
                    .contains("Host: 127.0.0.1:" + server.getLocalPort(), "Authorization: Bearer t0ken\r\n");
            assertThat(client.name()).isEqualTo(url);
        }
    }

    @Test
    void addressesThatAreNoneAreRefusedWithWhereTheyStand() {
        for (String url :
                List.of("gpu1:7117", "ftp://gpu1", "http://", "https://gpu1/api", "https://u:p@gpu1", "http://a b")) {
            assertThatThrownBy(() -> client(Map.of(), "--url", url))
                    .as(url)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("--url: must be the address of a Berth");
        }
        assertThatThrownBy(() -> client(Map.of("BERTH_URL", "x"))).hasMessageContaining("BERTH_URL: must be");
    }

    @Test
    void nothingGoesUnencryptedToAnotherMachine() {
        assertThatThrownBy(() -> client(Map.of("BERTH_TOKEN", "t"), "--url", "http://192.0.2.1:7117")
                        .get("/"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "--url: token and jobs would go to http://192.0.2.1:7117 for everybody on the way to read; use"
                                + " https, or forward a port (ssh -L 7117:localhost:7117) and name http://localhost:7117");
    }

    @Test
    void aSocketThatIsNotThereIsSaidWithItsCure() {
        Path socket = folder.resolve("none/berth.sock");
        assertThatThrownBy(() -> client(Map.of(), "--socket", socket.toString()).get("/"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no Berth serves " + socket + ": there is no folder ")
                .hasMessageContaining("berth up with access: users makes it");
    }

    @Test
    void whatGoesWithAHomeAloneTakesNoOther() {
        Output output = new Output(
                new PrintStream(OutputStream.nullOutputStream()), new PrintStream(OutputStream.nullOutputStream()));
        for (Command command : List.of(new DownCommand(output), new LearnCommand(output))) {
            assertThatThrownBy(() -> Arguments.read("berth", command.options(), List.of("--url", "https://gpu1")))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("--url");
        }
        assertThatThrownBy(() -> new ConfigCommand(output)
                        .run(Arguments.read(
                                "config",
                                new ConfigCommand(output).options(),
                                List.of("check", "up.yaml", "--url", "https://gpu1"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("looks at a file of this machine");
    }

    @Test
    void aFileWithoutATokenIsSaid() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "two words\n");
        assertThatThrownBy(() -> client(Map.of(), "--url", "http://localhost", "--token-file", token.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("holds no token");
    }

    @Test
    void aSocketThatAnotherCouldPutThereIsNotAsked() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> client(
                                Map.of(), "--socket", open.resolve("berth.sock").toString())
                        .get("/"))
                .hasMessageContaining("every user can put another in its place");
        assertThatThrownBy(() -> client(Map.of(
                                "BERTH_SOCKET", folder.resolve("none.sock").toString()))
                        .get("/"))
                .hasMessageContaining("no Berth serves");
    }

    private static Client client(Map<String, String> environment, String... typed) {
        return HomeOption.client(
                Arguments.read("ls", Options.of("", "", HomeOption.OPTION), List.of(typed)), environment);
    }

    private static String answer(ServerSocket server) {
        try (Socket socket = server.accept();
                InputStream in = socket.getInputStream()) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n{\"ok\": true}".getBytes(StandardCharsets.US_ASCII));
            return head.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
