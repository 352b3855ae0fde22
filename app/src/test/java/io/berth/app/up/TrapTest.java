package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.home.HomeSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A Berth that was killed, and somebody else on its port and its sockets: commands tell him nothing. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class TrapTest {
    private static final List<String> COMMANDS = List.of(
            "submit --env SECRET=hidden -- true",
            "ls --all",
            "show 1",
            "logs 1",
            "explain 1",
            "eta 1",
            "cancel 1",
            "queues",
            "top",
            "drain",
            "undrain",
            "strategy",
            "strategy set sjf",
            "config",
            "config reload",
            "learn status",
            "learn stop",
            "down");

    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    private record Answer(int code, String err) {}

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : open.reversed()) {
            part.close();
        }
    }

    @Test
    void whoTakesThePlaceOfAKilledBerthHearsNothing() throws Exception {
        BerthHome home = killed(folder.resolve("home"));
        Address address = Address.read(home);
        assertThat(address).isNotNull();
        trapPort(URI.create(address.url()).getPort());
        trap(Path.of(address.socket()));
        trap(home.demo());

        for (String command : COMMANDS) {
            Answer answer = run(home, command);
            assertThat(answer.code()).as(command).isNotZero();
            assertThat(answer.err()).as(command).contains("no Berth runs with the home " + home.folder());
        }
        assertThat(heard.toString(StandardCharsets.ISO_8859_1)).isEmpty();
    }

    @Test
    void aHomeWithALongPathHasItsSocketInAFolderOfItsOwn() throws Exception {
        Path deep = folder.resolve("d".repeat(60)).resolve("e".repeat(60));
        BerthHome home = new BerthHome(deep);
        Process up = start(home);
        Address address = Address.read(home);
        assertThat(address).isNotNull();
        Path socket = Path.of(address.socket());

        assertThat(socket).isNotEqualTo(deep.resolve("berth.sock"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
                .isEqualTo("rwx------");
        assertThat(run(home, "ls").code()).isZero();
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(run(home, "ls").err()).contains("others may write in the folder");
        up.destroy();
        assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(socket.getParent()).doesNotExist();
    }

    @Test
    void aSocketInTheFolderOfAnotherUserIsRefused() throws Exception {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root can give a folder away");
        Path shared = Files.createDirectory(folder.resolve("shared"));
        trap(shared.resolve("berth.sock"));
        BerthHome home = new BerthHome(Files.createDirectory(folder.resolve("own")));
        Address address = Address.here("http://127.0.0.1:1", "token", shared.resolve("berth.sock"));
        HomeSocket.connect(home, address).close();

        Files.setAttribute(shared, "unix:uid", 65_534);
        assertThatThrownBy(() -> HomeSocket.connect(home, address)).hasMessageContaining("of its socket is the user");
    }

    @Test
    void anotherUserOnTheSocketIsRefused() throws Exception {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root can become another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")) && Files.isExecutable(Path.of("/usr/bin/setpriv")));
        Path place = Files.createTempDirectory(Path.of("/tmp"), "berth-trap-");
        Path socket = place.resolve("berth.sock");
        Files.setAttribute(place, "unix:uid", 65_534);
        Process other = new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--clear-groups",
                        "perl",
                        "-MIO::Socket::UNIX",
                        "-e",
                        "my $s = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 5) or die; print \"up\\n\"; close STDOUT;"
                                + " while (my $c = $s->accept()) { }",
                        socket.toString())
                .start();
        open.add(() -> {
            other.destroyForcibly().waitFor();
            Files.deleteIfExists(socket);
            Files.deleteIfExists(place);
        });
        assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("up\n");
        Files.setAttribute(place, "unix:uid", 0);
        BerthHome home = new BerthHome(Files.createDirectory(folder.resolve("home")));
        Address address = Address.here("http://127.0.0.1:1", "token", socket);

        assertThatThrownBy(() -> HomeSocket.connect(home, address)).hasMessageContaining("is served by the user");
    }

    private BerthHome killed(Path place) throws Exception {
        BerthHome home = new BerthHome(place);
        Process up = start(home);
        assertThat(run(home, "submit -- true").code()).isZero();
        up.destroyForcibly().waitFor();
        assertThat(run(home, "ls").err()).contains("no Berth runs with the home " + place);
        return home;
    }

    private Process start(BerthHome home) throws IOException, InterruptedException {
        Process up = BerthOfItsOwn.start(home, folder.resolve("up.log"));
        open.add(() -> up.destroyForcibly().waitFor());
        while (Address.read(home) == null) {
            assertThat(up.isAlive())
                    .as(Files.readString(folder.resolve("up.log")))
                    .isTrue();
            Thread.sleep(20);
        }
        return up;
    }

    private void trapPort(int port) throws IOException {
        ServerSocket listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        open.add(listening);
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    Thread.startVirtualThread(() -> hear(() -> socket.getInputStream(), socket));
                }
            } catch (IOException e) {
                // Closed.
            }
        });
    }

    private void trap(Path path) throws IOException {
        Files.deleteIfExists(path);
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        open.add(listening);
        listening.bind(UnixDomainSocketAddress.of(path));
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    SocketChannel channel = listening.accept();
                    Thread.startVirtualThread(() -> hear(() -> Channels.newInputStream(channel), channel));
                }
            } catch (IOException e) {
                // Closed.
            }
        });
    }

    /** Opens what is heard. */
    private interface Ear {
        InputStream open() throws IOException;
    }

    private void hear(Ear ear, AutoCloseable connection) {
        try (connection;
                InputStream in = ear.open()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                heard.write(next);
            }
        } catch (Exception e) {
            // The other side has gone.
        }
    }

    private static Answer run(BerthHome home, String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(1, List.of("--home", home.folder().toString()));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        int code = Main.run(words, new Output(out, new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new Answer(code, err.toString(StandardCharsets.UTF_8));
    }
}
