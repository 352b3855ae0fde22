package io.berth.gateway.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real Redis, which writes no files. Tests that need one are skipped where none is installed. */
final class RedisServer implements AutoCloseable {
    private final List<String> command = new ArrayList<>();
    private final int port;
    private @Nullable Process process;

    /** On a free port of this machine, with {@code options}; with {@code tls} another one speaks TLS alone. */
    RedisServer(String... options) throws IOException, InterruptedException {
        Path program = Path.of("/usr/bin/redis-server");
        assumeTrue(Files.isExecutable(program), program + " is not there: install redis-server");
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        command.addAll(List.of(program.toString(), "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"));
        command.addAll(List.of("--enable-debug-command", "yes"));
        boolean tls = List.of(options).contains("--tls-cert-file");
        command.addAll(List.of("--port", tls ? "0" : Integer.toString(port)));
        if (tls) {
            command.addAll(List.of("--tls-port", Integer.toString(port)));
        }
        command.addAll(List.of(options));
        begin();
    }

    int port() {
        return port;
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Begins again where it was, with nothing in it. */
    void begin() throws IOException, InterruptedException {
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        FleetFile.await(this::listens, () -> "Redis does not begin: " + command);
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** As kill -9 does. */
    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }

    /** Sends {@code words}, and does not wait for what comes of that. */
    Socket send(String... words) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append("$").append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Sends {@code words}; returns all that is answered, with what it is made of. */
    String say(String... words) throws IOException {
        try (Socket socket = send(words)) {
            socket.getOutputStream().write("*1\r\n$4\r\nQUIT\r\n".getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The one key that is there. */
    String key() throws IOException {
        String[] lines = say("KEYS", "*").split("\r\n");
        return lines[2];
    }

    @Override
    public void close() {
        kill();
    }
}
