package io.berth.bench.rate;

import io.berth.spec.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Three tenants send hostile documents to a {@code berth up} with a small heap at a steady rate, while a fourth submits small jobs, and
 * Berth is killed three times in between. Prints what the fourth waited for, how much memory Berth held and how long its starts took;
 * ends with 1 where one of the bars is missed.
 */
public final class Siege implements AutoCloseable {
    private static final String HEAP = "-Xmx512m";
    private static final List<String> HOSTILE = List.of("red", "green", "blue");
    private static final String CALM = "calm";
    private static final double CALM_PER_SECOND = 5;
    private static final int KILLS = 3;

    /** So long the calm tenant is alone at first, which tells how fast the machine is. */
    private static final int QUIET_SECONDS = 6;

    private static final int WARM = 5;

    /** A hostile sender waits for no answer longer than this, and then comes over another connection. */
    private static final int PATIENCE_MILLIS = 5_000;

    private static final int KEPT_BYTES = 16 << 10;
    private static final int SENDERS = 24;
    private static final long SEED = 18;
    private static final int DELETIONS = 50;

    private static final double MOST_ACK_MILLIS = 100;
    private static final double MOST_RESTART_SECONDS = 5;
    private static final long MOST_RESIDENT_BYTES = 1L << 30;

    private final Path berth;
    private final Path home;
    private final Path config;
    private final Map<String, Long> statuses = new TreeMap<>();
    private final List<Long> calmNanos = new ArrayList<>();
    private final List<Double> startSeconds = new ArrayList<>();
    private final AtomicLong resident = new AtomicLong();
    private long calmLost;
    private volatile Server server;
    private volatile boolean over;

    private Siege(Path berth, Path folder) throws IOException, InterruptedException {
        this.berth = berth;
        home = folder.resolve("home");
        config = folder.resolve("config.yaml");
        List<String> tokens = new ArrayList<>(List.of("tokens:"));
        Stream.concat(HOSTILE.stream(), Stream.of(CALM))
                .forEach(name -> tokens.add("  - {name: " + name + ", sha256: " + digest(name)
                        + ", role: submitter, tenant: " + name + "}"));
        Files.write(folder.resolve("tokens.yaml"), tokens);
        Files.writeString(config, "port: " + freePort() + "\ntokens: tokens.yaml\n");
        server = start();
    }

    /** Arguments: the script {@code berth}, then {@code --json}, how many documents (10,000) and how many a second (100). */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        Path berth = Path.of(words.removeFirst());
        boolean json = words.remove("--json");
        int documents = words.isEmpty() ? 10_000 : Integer.parseInt(words.getFirst());
        double perSecond = words.size() < 2 ? 100 : Double.parseDouble(words.get(1));
        Path folder = Files.createTempDirectory("berth-siege");
        Figures figures;
        boolean held;
        try (Siege siege = new Siege(berth, folder)) {
            siege.run(documents, perSecond);
            figures = siege.figures(documents);
            held = siege.held();
        } finally {
            delete(folder);
        }
        System.out.println(json ? Json.pretty(figures.values()) : "hostile: " + figures);
        System.exit(held ? 0 : 1);
    }

    private void run(int documents, double perSecond) throws InterruptedException {
        Thread calm = Thread.ofPlatform().start(this::calm);
        TimeUnit.SECONDS.sleep(QUIET_SECONDS);
        Thread flood = Thread.ofPlatform().start(() -> flood(documents, perSecond));
        Thread watch = Thread.ofPlatform().start(this::watch);
        double seconds = documents / perSecond;
        for (int kill = 0; kill < KILLS; kill++) {
            TimeUnit.MILLISECONDS.sleep((long) (1_000 * seconds / (KILLS + 1)));
            Server before = server;
            try {
                before.kill();
                server = start();
            } catch (IOException e) {
                throw new IllegalStateException("berth up did not come back", e);
            }
        }
        flood.join();
        over = true;
        calm.join();
        watch.join();
    }

    private Server start() throws IOException, InterruptedException {
        Server started = Server.start(berth, home, config, HEAP);
        startSeconds.add(started.readySeconds());
        return started;
    }

    private void flood(int documents, double perSecond) {
        Random chance = new Random(SEED);
        List<HostileDocuments> sent =
                HOSTILE.stream().map(HostileDocuments::new).toList();
        ThreadLocal<TreeMap<String, Connection>> connections = ThreadLocal.withInitial(TreeMap::new);
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            for (int i = 0; i < documents; i++) {
                int tenant = i % HOSTILE.size();
                HostileDocuments.Document document = sent.get(tenant).of(i, chance);
                sleepUntil(begin + (long) (i / perSecond * 1e9));
                threads.execute(() -> send(connections.get(), HOSTILE.get(tenant), document));
            }
        }
    }

    private void send(TreeMap<String, Connection> connections, String tenant, HostileDocuments.Document document) {
        Connection connection = connections.remove(tenant);
        String outcome;
        try {
            connection = connection == null ? server.connect(tenant).patient(PATIENCE_MILLIS) : connection;
            Connection.Answer answer =
                    connection.send(document.method(), document.path(), document.headers(), document.body());
            outcome = Integer.toString(answer.status());
            // A large body that is refused, or one that is broken, ends its connection.
            if (document.body().length <= KEPT_BYTES && !document.headers().contains("chunked")) {
                connections.put(tenant, connection);
            } else {
                connection.close();
            }
        } catch (IOException e) {
            outcome = "none";
        }
        synchronized (statuses) {
            statuses.merge(outcome, 1L, Long::sum);
        }
    }

    /** Submits at a steady rate, and counts from the moment at which it wanted to; what a kill cut off is lost and counted apart. */
    private void calm() {
        long begin = System.nanoTime();
        Connection connection = null;
        for (int i = 0; !over; i++) {
            long intended = begin + (long) (i / CALM_PER_SECOND * 1e9);
            sleepUntil(intended);
            Server asked = server;
            try {
                connection = connection == null ? asked.connect(CALM).patient(60_000) : connection;
                Connection.Answer answer = connection.post(Server.JOBS, Server.TRUE);
                if (answer.status() == 201) {
                    calmNanos.add(System.nanoTime() - intended);
                } else {
                    throw new IllegalStateException("the calm tenant was answered " + answer);
                }
            } catch (IOException e) {
                connection = null;
                calmLost++;
                // A killed one is being started: whoever comes meanwhile waits for no answer but for a server.
                do {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                } while (!over && server.equals(asked) && !asked.alive());
                begin = System.nanoTime() - (long) ((i + 1) / CALM_PER_SECOND * 1e9);
            }
        }
    }

    private void watch() {
        while (!over) {
            try {
                resident.accumulateAndGet(server.residentBytes(), Math::max);
            } catch (IOException e) {
                // It was killed just now.
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private Figures figures(int documents) {
        Figures figures = new Figures()
                .put("documents", (long) documents)
                .put("calm_submissions", (long) calmNanos.size())
                .put("calm_cut_off", calmLost)
                .putMillis("quiet_ack", calmNanos.subList(WARM, quiet()))
                .putMillis("calm_ack", calmNanos.subList(quiet(), calmNanos.size()))
                .put("resident_max_mib", resident.get() >> 20)
                .put("first_start_s", startSeconds.getFirst())
                .put("restart_max_s", restartSeconds());
        statuses.forEach((status, count) -> figures.put("answered_" + status, count));
        return figures;
    }

    private double restartSeconds() {
        return startSeconds.stream()
                .skip(1)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** How many of the submissions came while nobody else did. */
    private static int quiet() {
        return (int) (CALM_PER_SECOND * (QUIET_SECONDS - 1));
    }

    private boolean held() {
        List<Long> sorted = calmNanos.stream().skip(quiet()).sorted().toList();
        double p99 = sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1) / 1e6;
        return p99 <= MOST_ACK_MILLIS
                && restartSeconds() <= MOST_RESTART_SECONDS
                && resident.get() <= MOST_RESIDENT_BYTES
                && server.alive();
    }

    @Override
    public void close() {
        over = true;
        server.close();
    }

    private static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String digest(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Tasks that still end leave notices meanwhile. */
    private static void delete(Path folder) throws IOException, InterruptedException {
        for (int left = DELETIONS; left > 0; left--) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
                return;
            } catch (IOException | UncheckedIOException e) {
                if (left == 1) {
                    throw new IOException("cannot delete " + folder, e);
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }
}
