package io.berth.bench.rate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code berth up} with a home of its own. */
final class Server implements AutoCloseable {
    static final String JOBS = "/api/v1/jobs";

    /** What every job is submitted with where nothing else is said: as many at once as would run on ten machines. */
    static final String TRUE = "{\"command\": [\"true\"], \"demand\": {\"cpu\": 0.1}}";

    private static final long PATIENCE_SECONDS = 60;

    private final Path home;
    private final Process process;
    private final double readySeconds;
    private Connection connection;
    private final String url;
    private final String token;
    private final Path socket;

    private Server(Path home, Process process, long began) throws IOException, InterruptedException {
        this.home = home;
        this.process = process;
        Path address = home.resolve("berth.json");
        // One that was killed left its own.
        while (!Files.exists(address)
                || !Text.field(Files.readString(address), "pid").equals(Long.toString(process.pid()))) {
            if (!process.isAlive() || seconds(began) > PATIENCE_SECONDS) {
                throw new IOException("berth up does not come up: " + Files.readString(said(home)));
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        readySeconds = seconds(began);
        String text = Files.readString(address);
        url = Text.field(text, "url");
        token = Text.field(text, "token");
        socket = Path.of(Text.field(text, "socket"));
        connection = connect();
    }

    /** Starts one, and returns when it says that it is up. */
    static Server start(Path berth, Path home) throws IOException, InterruptedException {
        return start(new ProcessBuilder(berth.toString(), "up", "--home", home.toString(), "--port", "0"), home);
    }

    /** Starts one of a JVM with {@code options}, as the file {@code config} says. */
    static Server start(Path berth, Path home, Path config, String options) throws IOException, InterruptedException {
        List<String> command =
                List.of(berth.toString(), "up", "--home", home.toString(), "--config", config.toString());
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().put("BERTH_JAVA_OPTS", options);
        return start(process, home);
    }

    private static Server start(ProcessBuilder command, Path home) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Process process = command.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(said(home).toFile()))
                .start();
        try {
            return new Server(home, process, began);
        } catch (IOException e) {
            process.destroy();
            throw e;
        }
    }

    private static Path said(Path home) {
        return home.resolveSibling(home.getFileName() + ".said");
    }

    static double seconds(long beganNanos) {
        return (double) (System.nanoTime() - beganNanos) / 1e9;
    }

    Path home() {
        return home;
    }

    /** From the start of its process until it said that it is up, seconds. */
    double readySeconds() {
        return readySeconds;
    }

    /**
     * What it has used of the processors so far, milliseconds: itself, and the tasks that ended with their launchers. Source:
     * proc_pid_stat(5), fields 14 to 17, in ticks of 10 ms.
     */
    long[] cpuMillis() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new long[] {
            10 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12])),
            10 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]))
        };
    }

    /** Kills it, as a machine that goes down would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** What it holds of the machine's memory, bytes. Source: proc_pid_status(5), VmRSS in KiB. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        return 0;
    }

    /** A connection of somebody with {@code other}'s token. */
    Connection connect(String other) throws IOException {
        return new Connection(url, other);
    }

    /** The Unix socket that commands use. */
    Path socket() {
        return socket;
    }

    int port() {
        return URI.create(url).getPort();
    }

    Connection connect() throws IOException {
        return new Connection(url, token);
    }

    /** Hands in {@code document}; the number of the job. */
    long submit(String document) throws IOException {
        return submitted(connection.post(JOBS, document));
    }

    /** The number of the job that was taken in. */
    static long submitted(Connection.Answer answer) throws IOException {
        if (answer.status() != 201) {
            throw new IOException("a job was not taken: " + answer.status() + " " + answer.body());
        }
        return Long.parseLong(Text.field(answer.body(), "id"));
    }

    /** Everything about job {@code id}, as JSON. */
    String job(long id) throws IOException {
        return get(JOBS + "/" + id);
    }

    /** Waits until no job waits or runs. */
    void awaitIdle() throws IOException, InterruptedException {
        while (true) {
            String status = get("/api/v1/status");
            if (Text.field(status, "jobs_waiting").equals("0")
                    && Text.field(status, "jobs_holding").equals("0")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** The server ends connections over which nothing came for half a minute. */
    private String get(String path) throws IOException {
        try {
            return connection.get(path).body();
        } catch (IOException e) {
            connection.close();
            connection = connect();
            return connection.get(path).body();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
            process.destroy();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
