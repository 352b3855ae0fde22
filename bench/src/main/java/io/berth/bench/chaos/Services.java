package io.berth.bench.chaos;

import io.berth.bench.Argument;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A real {@code berth up} that runs the replicas of a service, and a gateway that follows it, under load: while replicas are added, cancelled,
 * put back into the queue and while Berth itself is killed and started again, not one request may be lost; one that is killed is started
 * again and found.
 */
public final class Services implements AutoCloseable {
    private static final int TOKENS = 100;

    /** In place of how many requests were lost, where nothing happened. */
    private static final int NOTHING = -1;

    private static final double PER_SECOND = 8;
    private static final int MOST_REPLICAS = 3;

    private final Path berth;
    private final Path folder;
    private final RealBerth real;
    private final int port = Berths.freePort();
    private final Random random;

    private Services(Path berth, Path folder, long seed) throws IOException {
        this.berth = berth;
        this.folder = folder;
        real = new RealBerth(berth, folder);
        random = new Random(seed);
    }

    /** Arguments: the script {@code berth}, seconds of each part, a seed. */
    public static void main(String[] arguments) throws Exception {
        double seconds = Argument.number(arguments, 1, 20);
        long seed = Argument.number(arguments, 2, 1);
        Path folder = Files.createTempDirectory("berth-services");
        try (Services services = new Services(Path.of(arguments[0]), folder, seed)) {
            services.begin();
            Load load = new Load(services.port, _ -> TOKENS, "");
            load.run(PER_SECOND, 3, seed);
            System.out.println("what happens         offered  answered  lost  times");
            boolean well = services.run("scaled, cancelled", load, seconds, services::change) == 0;
            well &= services.run("Berth is killed", load, seconds, services::restart) == 0;
            // What a killed replica had begun to answer is lost with it.
            services.real.command("scale", "chat", Integer.toString(MOST_REPLICAS));
            services.found();
            well &= services.run("replicas are killed", load, seconds, services::kill) != NOTHING;
            services.found();
            well &= services.end();
            System.out.println("bar: none lost but by kills, killed replicas found again, decisions made again: "
                    + (well ? "kept" : "missed, see " + folder));
            System.exit(well ? 0 : 1);
        }
    }

    private void begin() throws IOException, InterruptedException {
        real.start("up", "up", "--port", "0");
        RealBerth.until("Berth is up", () -> Files.exists(folder.resolve("home/berth.json")));
        String replica = "exec \"" + berth + "\" fake-server --ports $PORT --token-time 2ms --slots 16";
        real.command(
                "submit",
                "--service",
                "chat",
                "--replicas",
                "2",
                "--cpu",
                "0.3",
                "--drain",
                "30s",
                "--",
                "sh",
                "-c",
                replica);
        RealBerth.until("two replicas are ready", () -> ready() == 2);
        Path config =
                Files.writeString(folder.resolve("gateway.yaml"), "servers: [{berth: {service: chat, home: home}}]\n");
        real.start("gateway", "gateway", "--config", config.toString(), "--port", Integer.toString(port));
        Berths.await(port);
        RealBerth.until("the gateway has both", () -> servers() == 2);
    }

    /** One thing that happens again and again; false where it could not happen now. */
    private interface Happening {
        boolean happen() throws IOException, InterruptedException;
    }

    private int run(String what, Load load, double seconds, Happening happening) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        int[] times = {0};
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                while (!over.get()) {
                    times[0] += happening.happen() ? 1 : 0;
                    TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1_000));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Load.Result result = load.run(PER_SECOND, seconds, random.nextLong());
        over.set(true);
        thread.join();
        int lost = result.offered() - result.answered();
        System.out.printf(
                "%-20s %8d %9d %5d %6d  %s%n",
                what,
                result.offered(),
                result.answered(),
                lost,
                times[0],
                result.wrong().isEmpty() ? "" : result.wrong());
        return times[0] == 0 ? NOTHING : lost;
    }

    /** Another number of replicas, or one that is put back into the queue, while one stays. */
    private boolean change() throws IOException, InterruptedException {
        List<Tree> replicas = replicas("ready");
        if (replicas.size() > 1 && random.nextInt(3) == 0) {
            real.command("requeue", replicas.getLast().require("job").text());
        } else {
            real.command("scale", "chat", Integer.toString(1 + random.nextInt(MOST_REPLICAS)));
        }
        RealBerth.until("one replica is ready", () -> ready() > 0);
        return true;
    }

    /** Kills Berth while a replica is to be stopped, and starts it again. */
    private boolean restart() throws IOException, InterruptedException {
        real.command("scale", "chat", "2");
        RealBerth.until("two replicas are ready", () -> ready() == 2 && servers() == 2);
        real.command("scale", "chat", "1");
        Tree address = RealBerth.json(Files.readString(folder.resolve("home/berth.json")));
        ProcessHandle.of(address.require("pid").whole()).ifPresent(ProcessHandle::destroyForcibly);
        real.again("up", "up", "--port", "0");
        RealBerth.until("Berth is up again", () -> ready() == 1);
        return true;
    }

    private boolean kill() throws IOException, InterruptedException {
        List<Tree> replicas = replicas("ready");
        if (replicas.size() < 2) {
            return false;
        }
        String job =
                replicas.get(random.nextInt(replicas.size())).require("job").text();
        try (Stream<Path> runs = Files.walk(folder.resolve("home/tasks/run"), 2)) {
            Path last = runs.filter(path -> path.getFileName().toString().startsWith(job + "-0-"))
                    .max((a, b) -> Long.compare(decision(a), decision(b)))
                    .orElseThrow();
            long pid =
                    Long.parseLong(Files.readString(last.resolve("pid")).strip().split("\\s+")[0]);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        return true;
    }

    private static long decision(Path run) {
        return Long.parseLong(run.getFileName().toString().split("-")[2]);
    }

    /** All replicas are there, those that were killed again, and the gateway has them. */
    private void found() throws InterruptedException {
        RealBerth.until("all replicas are there", () -> ready() == MOST_REPLICAS && servers() == MOST_REPLICAS);
    }

    private boolean end() throws IOException, InterruptedException {
        real.command("scale", "chat", "0");
        RealBerth.until(
                "no replica is left", () -> real.command("services", "--json").contains("\"services\": []"));
        real.command("down");
        return real.command("replay", folder.resolve("home/journal").toString(), "--redecide")
                .contains(" 0 differ");
    }

    private int ready() {
        return replicas("ready").size();
    }

    private List<Tree> replicas(String state) {
        String answer = real.command("services", "--json", "chat");
        if (!answer.startsWith("{")) {
            return List.of();
        }
        return RealBerth.json(answer).require("replicas").items().stream()
                .filter(replica -> replica.require("state").text().equals(state))
                .toList();
    }

    /** How many servers the gateway has that take requests. */
    private int servers() {
        try {
            return (int) get(port, "/metrics")
                    .lines()
                    .filter(line -> line.startsWith("berth_gateway_server_up{") && line.endsWith(" 1"))
                    .count();
        } catch (IOException e) {
            return 0;
        }
    }

    private static String get(int port, String path) throws IOException {
        try (InputStream in =
                URI.create("http://127.0.0.1:" + port + path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        real.close();
    }
}
