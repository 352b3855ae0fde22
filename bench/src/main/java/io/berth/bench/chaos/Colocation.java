package io.berth.bench.chaos;

import com.sun.net.httpserver.HttpServer;
import io.berth.bench.Argument;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * A service and best-effort training on one CPU of a real {@code berth up}, which stands for a GPU: how long requests take at 70 per cent of
 * what the service can do, alone and beside the training, in turns, and how much of the CPU is used. The training stands back by its control
 * group, or its nice value where there are none, and is stopped by Berth when the service uses what it asked for.
 */
public final class Colocation implements AutoCloseable {
    private static final double PART_OF_PEAK = 0.7;
    private static final double MOST_SLOWER = 1.1;
    private static final double LEAST_USE = 1.5;
    /** What a request costs: as long as a step of decoding a batch. */
    private static final long REQUEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Two windows of measurement, and a minute after which the service is held to be shown by them. */
    private static final int LONGEST_SECONDS = 300;

    private static final String TRAIN = "train";

    private final RealBerth real;
    private final Path folder;
    private final int port = Berths.freePort();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Random random;

    private Colocation(Path berth, Path folder, long seed) throws IOException {
        this.real = new RealBerth(berth, folder);
        this.folder = folder;
        random = new Random(seed);
    }

    /** Arguments: the script {@code berth}, seconds of each part, parts, a seed; or what this is as a task: {@code serve}, {@code train}. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "serve" -> serve(Integer.parseInt(System.getenv("PORT")));
            case TRAIN -> train();
            default -> measure(arguments);
        }
    }

    private static void measure(String[] arguments) throws Exception {
        double seconds = Argument.number(arguments, 1, 20);
        int parts = Argument.number(arguments, 2, 3);
        long seed = Argument.number(arguments, 3, 1);
        Path folder = Files.createTempDirectory("berth-colocation");
        boolean well;
        try (Colocation colocation = new Colocation(Path.of(arguments[0]), folder, seed)) {
            well = colocation.run(seconds, parts);
        }
        System.exit(well ? 0 : 1);
    }

    /** One request after the other, each of which works for a while. */
    private static void serve(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.createContext("/health", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/work", exchange -> {
            work(REQUEST_NANOS);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    private static void train() {
        while (true) {
            work(TimeUnit.SECONDS.toNanos(1));
        }
    }

    /** Works as much as takes so long on a processor that nobody else wants. */
    private static void work(long nanos) {
        double x = 1;
        for (long step = 0; step < nanos / 4; step++) {
            x = x * 1.000_000_1 + 1e-9;
        }
        if (x < 0) {
            throw new IllegalStateException("a sum of positive numbers is negative");
        }
    }

    private boolean run(double seconds, int parts) throws IOException, InterruptedException {
        real.start("up", "up", "--port", "0");
        RealBerth.until("Berth is up", () -> Files.exists(folder.resolve("home/berth.json")));
        submit("serve", "service: {name: chat, port: " + port + "}, demand: {cpu: 1.5, memory: 512Mi}");
        RealBerth.until("the service answers", () -> ask() >= 0);
        double peak = peak();
        System.out.printf("the service can do %.1f requests a second; it gets %.1f%n", peak, PART_OF_PEAK * peak);
        System.out.println("part  training  requests  p50 ms  p99 ms  CPU used");
        List<Part> alone = new ArrayList<>();
        List<Part> beside = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            alone.add(part("alone", peak, seconds));
            String job = submit(TRAIN, "best_effort: true, demand: {cpu: 0.3, memory: 64Mi}");
            RealBerth.until("the training runs", LONGEST_SECONDS, () -> pid(job) > 0);
            beside.add(part("beside", peak, seconds));
            real.command("cancel", job);
            RealBerth.until("the training is gone", () -> pid(job) == 0);
        }
        double slower = median(beside.stream().mapToDouble(Part::p99Millis))
                / median(alone.stream().mapToDouble(Part::p99Millis));
        double used = median(beside.stream().mapToDouble(Part::cpus))
                / median(alone.stream().mapToDouble(Part::cpus));
        boolean well = slower <= MOST_SLOWER && used >= LEAST_USE;
        System.out.printf(
                "p99 beside training %.3f of alone (bar %.2f), CPU used %.2f times (bar %.2f): %s%n",
                slower, MOST_SLOWER, used, LEAST_USE, well ? "kept" : "missed");
        return well;
    }

    private record Part(double p99Millis, double cpus) {}

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** How many requests a second it answers that are asked one after the other, four at a time. */
    private double peak() throws InterruptedException {
        double seconds = 5;
        for (int i = 0; i < 50; i++) {
            ask();
        }
        long end = System.nanoTime() + (long) (seconds * 1e9);
        int[] answered = {0};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                while (System.nanoTime() < end) {
                    int more = ask() >= 0 ? 1 : 0;
                    synchronized (answered) {
                        answered[0] += more;
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return answered[0] / seconds;
    }

    private Part part(String name, double peak, double seconds) throws IOException, InterruptedException {
        List<Long> took = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<?>> answers = new ArrayList<>();
        double cpuBefore = taskSeconds();
        long began = System.nanoTime();
        double at = 0;
        while (at < seconds) {
            at += -Math.log(1 - random.nextDouble()) / (PART_OF_PEAK * peak);
            long wait = began + (long) (at * 1e9) - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            long asked = System.nanoTime();
            answers.add(client.sendAsync(request("/work"), HttpResponse.BodyHandlers.discarding())
                    .thenAccept(_ -> took.add(System.nanoTime() - asked)));
        }
        answers.forEach(CompletableFuture::join);
        double cpus = (taskSeconds() - cpuBefore) / ((System.nanoTime() - began) / 1e9);
        long[] sorted = took.stream().mapToLong(Long::longValue).sorted().toArray();
        double p50 = sorted[sorted.length / 2] / 1e6;
        double p99 = sorted[(int) (0.99 * (sorted.length - 1))] / 1e6;
        System.out.printf("%-15s %8d %7.1f %7.1f %9.2f%n", name, sorted.length, p50, p99, cpus);
        return new Part(p99, cpus);
    }

    /** Processor seconds of all tasks so far. */
    private double taskSeconds() throws IOException {
        double seconds = 0;
        for (Tree job : jobs()) {
            long pid = pid(job.require("id").text());
            Path stat = Path.of("/proc/" + pid + "/stat");
            if (pid > 0 && Files.exists(stat)) {
                String text = Files.readString(stat);
                String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
                // proc_pid_stat(5): user and system time of the process, in hundredths of a second.
                seconds += (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
            }
        }
        return seconds;
    }

    private List<Tree> jobs() {
        return RealBerth.json(real.command("ls", "--json")).require("jobs").items();
    }

    /** The number of the process of a job; 0 where it does not run. */
    private long pid(String job) {
        try (var runs = Files.walk(folder.resolve("home/tasks/run"), 2)) {
            return runs.filter(run -> run.getFileName().toString().startsWith(job + "-0-"))
                    .filter(run -> Files.exists(run.resolve("pid")))
                    .mapToLong(Colocation::pidIn)
                    .filter(pid -> ProcessHandle.of(pid).isPresent())
                    .max()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static long pidIn(Path run) {
        try {
            return Long.parseLong(Files.readString(run.resolve("pid")).strip().split("\\s+")[0]);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** Hands in this program as a job, on one processor; its number. */
    private String submit(String what, String terms) throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> command = List.of(
                "taskset",
                "-c",
                "0",
                java,
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Colocation.class.getName(),
                what);
        StringBuilder words = new StringBuilder();
        command.forEach(word -> words.append(words.isEmpty() ? "" : ", ")
                .append('"')
                .append(word)
                .append('"'));
        Path file = Files.writeString(
                folder.resolve(what + ".yaml"), "{name: " + what + ", " + terms + ", command: [" + words + "]}\n");
        String[] answer = real.command("submit", file.toString()).strip().split("\\s+");
        return Arrays.stream(answer)
                .filter(word -> word.matches("[0-9]+"))
                .findFirst()
                .orElseThrow();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
    }

    /** How long a request took, nanoseconds; negative where nobody answered. */
    private long ask() {
        long began = System.nanoTime();
        try {
            client.send(request("/work"), HttpResponse.BodyHandlers.discarding());
            return System.nanoTime() - began;
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Override
    public void close() {
        real.close();
    }
}
