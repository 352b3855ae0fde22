package io.berth.bench.rate;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long a {@code berth up} takes to answer its owner, quiet and while a {@link Crowd} holds all the connections that it can: a
 * request over the socket that commands use, a command with its process, and the console's page, its script and the list of jobs
 * over TCP, each on a new connection.
 */
public final class Crowded {
    private static final int PER_PROCESS = 5_000;
    private static final int OPENED_PER_SECOND = 400;
    private static final int REQUESTS = 1_000;
    private static final int COMMANDS = 20;
    private static final double BAR_MILLIS = 100;
    private static final List<String> PAGE = List.of("/", "/web/app.js", "/api/v1/jobs");

    private final Server server;
    private final Figures figures = new Figures();
    private final Path berth;

    private Crowded(Path berth, Server server) {
        this.berth = berth;
        this.server = server;
    }

    /** Arguments: the script {@code berth}, and how many connections. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("berth-crowd");
        Path berth = Path.of(arguments[0]);
        int connections = Integer.parseInt(arguments[1]);
        boolean kept;
        try (Server server = Server.start(berth, folder.resolve("home"))) {
            server.submit(Server.TRUE);
            kept = new Crowded(berth, server).measure(connections);
        } finally {
            delete(folder);
        }
        System.exit(kept ? 0 : 1);
    }

    private boolean measure(int connections) throws Exception {
        answers("quiet");
        System.out.println("quiet: " + figures);
        figures.values().clear();
        List<Attacker> crowd = new ArrayList<>();
        try {
            int processes = Math.ceilDiv(connections, PER_PROCESS);
            for (int i = 0; i < processes; i++) {
                crowd.add(new Attacker(server.port(), connections / processes, OPENED_PER_SECOND / processes));
            }
            // Until each was opened once.
            TimeUnit.SECONDS.sleep(2 + connections / OPENED_PER_SECOND);
            answers("crowd");
            long[] seen = new long[2];
            crowd.forEach(attacker -> attacker.add(seen));
            figures.put("connections_wanted", connections)
                    .put("connections_held", seen[0])
                    .put("connections_opened", seen[1])
                    .put("server_mb", server.residentBytes() >> 20);
        } finally {
            crowd.forEach(Attacker::close);
        }
        System.out.println("crowd: " + figures);
        double socket = figures.number("crowd_socket_p99_ms");
        double page = figures.number("crowd_page_p99_ms");
        boolean kept = socket <= BAR_MILLIS && figures.number("crowd_page_failed") == 0;
        System.out.println("bar: p99 over the socket " + socket + " ms of " + BAR_MILLIS + ", page " + page
                + " ms and none failed: " + (kept ? "kept" : "missed"));
        return kept;
    }

    private void answers(String name) throws Exception {
        List<Long> socket = new ArrayList<>();
        List<Long> page = new ArrayList<>();
        long failed = 0;
        for (int i = 0; i < REQUESTS; i++) {
            socket.add(timed(this::overSocket));
            String path = PAGE.get(i % PAGE.size());
            try {
                page.add(timed(() -> overPort(path)));
            } catch (IOException e) {
                failed++;
            }
        }
        figures.putMillis(name + "_socket", socket)
                .putMillis(name + "_page", page)
                .put(name + "_page_failed", failed);
        List<Long> command = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            command.add(timed(this::command));
        }
        figures.putMillis(name + "_command", command);
    }

    private static long timed(Callable<Void> work) throws Exception {
        long began = System.nanoTime();
        work.call();
        return System.nanoTime() - began;
    }

    private Void overSocket() throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(server.socket()))) {
            channel.write(ByteBuffer.wrap("GET /api/v1/jobs HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.startsWith("HTTP/1.1 200")) {
                throw new IOException("no answer over the socket: " + answer);
            }
            return null;
        }
    }

    /** As a browser does, once more where the connection was cut. */
    private Void overPort(String path) throws IOException {
        try {
            return getOverPort(path);
        } catch (IOException e) {
            return getOverPort(path);
        }
    }

    private Void getOverPort(String path) throws IOException {
        try (Connection connection = server.connect()) {
            Connection.Answer answer = connection.get(path);
            if (answer.status() != 200) {
                throw new IOException(path + " answers " + answer.status());
            }
            return null;
        }
    }

    private Void command() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        berth.toString(), "ls", "--all", "--home", server.home().toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("berth ls failed");
        }
        return null;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** A {@link Crowd} in its process. */
    private static final class Attacker implements Closeable {
        private final Process process;
        private volatile String said = "0 0";

        Attacker(int port, int count, int perSecond) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Crowd.class.getName(),
                            Integer.toString(port),
                            Integer.toString(count),
                            Integer.toString(perSecond))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread.ofVirtual().start(this::listen);
        }

        private void listen() {
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    said = line;
                }
            } catch (IOException e) {
                // It has ended.
            }
        }

        /** Adds how many it holds, and how many it has opened so far. */
        void add(long[] sums) {
            String[] words = said.split(" ");
            sums[0] += Long.parseLong(words[0]);
            sums[1] += Long.parseLong(words[1]);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
