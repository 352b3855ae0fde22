package io.berth.bench.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs that are driven: servers without a model, and the gateway before relays of them. */
final class Berths implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Path berth;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final List<Relay> relays = new ArrayList<>();
    private final int port = freePort();
    /** What the settings of the gateway have beside its servers. */
    private final String settings;

    private long gateway;

    /**
     * Starts servers.
     *
     * @param tokenMillis of each, how long a token takes it
     */
    Berths(Path berth, Path folder, List<Integer> tokenMillis, int slots, String settings)
            throws IOException, InterruptedException {
        this.berth = berth;
        this.folder = folder;
        this.settings = settings;
        for (int millis : tokenMillis) {
            int own = freePort();
            relays.add(new Relay(own));
            start(
                    "server-" + own,
                    "fake-server",
                    "--port",
                    Integer.toString(own),
                    "--slots",
                    Integer.toString(slots),
                    "--token-time",
                    millis + "ms");
            await(own);
        }
    }

    /** Starts the gateway before all relays. */
    void gateway() throws IOException, InterruptedException {
        write(relays);
        gateway = start("gateway", "gateway", "--config", config().toString(), "--port", Integer.toString(port));
        await(port);
    }

    int port() {
        return port;
    }

    List<Relay> relays() {
        return relays;
    }

    /** The number of the gateway's process. */
    long gatewayProcess() {
        return gateway;
    }

    /** Has the gateway go on with {@code some} of the servers. */
    void reload(List<Relay> some) throws IOException, InterruptedException {
        write(some);
        new ProcessBuilder("kill", "-HUP", Long.toString(gateway)).start().waitFor();
    }

    private void write(List<Relay> some) throws IOException {
        StringBuilder file = new StringBuilder("servers:\n");
        for (Relay relay : some) {
            file.append("- {url: \"http://127.0.0.1:").append(relay.port()).append("\"}\n");
        }
        file.append(settings);
        Path next = Files.writeString(folder.resolve("next.yaml"), file);
        Files.move(next, config(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path config() {
        return folder.resolve("gateway.yaml");
    }

    private long start(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(berth.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile())
                .start();
        processes.add(process);
        return process.pid();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void await(int port) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < end) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new IllegalStateException("nobody listens on port " + port);
    }

    @Override
    public void close() throws IOException {
        processes.forEach(Process::destroy);
        for (Relay relay : relays) {
            relay.close();
        }
        for (Process process : processes) {
            process.onExit()
                    .orTimeout(10, TimeUnit.SECONDS)
                    .exceptionally(_ -> process.destroyForcibly())
                    .join();
        }
    }
}
