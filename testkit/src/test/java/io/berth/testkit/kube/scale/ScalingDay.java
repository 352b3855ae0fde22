package io.berth.testkit.kube.scale;

import io.berth.gateway.fake.FakeSpec;
import io.berth.testkit.architecture.Code;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.ServerProcess;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has the replicas of a Deployment of a real API server follow days of requests at two gateways, by each policy, with the rights that the manifest grants: late
 * answers and what was held; then none, and the first request after that. Exits 1 where a request is lost, replicas do not follow, or the gateways disagree.
 */
public final class ScalingDay {
    private static final long START_MILLIS = 4_000;
    private static final double MIDNIGHT_PER_SECOND = 4;
    private static final double PEAK = 6;
    private static final double LATE_SECONDS = 2.5;

    private final ControlPlane plane;
    private final double length;
    private final int days;
    private final long seed;
    private final HttpClient http = HttpClient.newHttpClient();
    private boolean bad;

    /** A request and when it comes. */
    private record Asked(double atSeconds, int tokens) {}

    private ScalingDay(ControlPlane plane, double length, int days, long seed) {
        this.plane = plane;
        this.length = length;
        this.days = days;
        this.seed = seed;
    }

    /** FOLDER, seconds of a day, days, seed, policies; each with {@code :N} for a fixed number of replicas. */
    public static void main(String... words) throws Exception {
        boolean bad;
        try (ControlPlane plane = ControlPlane.start(Path.of(words[0]))) {
            ScalingDay day = new ScalingDay(
                    plane, Double.parseDouble(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
            for (int i = 4; i < words.length; i++) {
                day.follow(words[i]);
            }
            day.fromNone();
            bad = day.bad;
        }
        System.exit(bad ? 1 : 0);
    }

    private void follow(String policy) throws Exception {
        boolean fixed = policy.startsWith("fixed:");
        deployment(fixed ? Integer.parseInt(policy.substring(6)) : 1);
        String keys = fixed ? "policy: fixed, max: 9" : "policy: " + policy + ", max: 6";
        try (Pods pods = pods();
                Gateways gateways = new Gateways(plane, keys + ", min: 1")) {
            gateways.awaitServers();
            pods.cost();
            List<CompletableFuture<Double>> answers = play(gateways, pods);
            Pods.Cost cost = pods.cost();
            List<Double> seconds = new ArrayList<>(
                    answers.stream().map(CompletableFuture::join).toList());
            Collections.sort(seconds);
            long lost = seconds.stream().filter(each -> each.isInfinite()).count();
            long late = seconds.stream().filter(each -> each > LATE_SECONDS).count();
            say("%s: %d requests, lost %d, late %.2f %%, p99 %.2f s, replica-seconds %.0f, started %d, most %d"
                    .formatted(
                            policy,
                            seconds.size(),
                            lost,
                            100.0 * late / seconds.size(),
                            seconds.get(seconds.size() * 99 / 100),
                            cost.replicaSeconds(),
                            cost.started(),
                            cost.most()));
            bad |= lost > 0 || !fixed && cost.most() < 3;
        }
    }

    /** Plays the days; both gateways are asked by turns. */
    private List<CompletableFuture<Double>> play(Gateways gateways, Pods pods) throws InterruptedException {
        List<Asked> all = draw();
        List<CompletableFuture<Double>> answers = new ArrayList<>();
        long begin = System.nanoTime();
        int told = 0;
        for (int i = 0; i < all.size(); i++) {
            long due = begin + (long) (all.get(i).atSeconds * 1e9) - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(due);
            answers.add(ask(gateways.port(i % 2), all.get(i).tokens));
            if (all.get(i).atSeconds > told * length / 8) {
                say("  at %3.0f s: %d replicas asked for; %s"
                        .formatted(all.get(i).atSeconds, pods.asked(), gateways.rates()));
                told++;
            }
        }
        return answers;
    }

    private void fromNone() throws Exception {
        deployment(1);
        try (Pods pods = pods();
                Gateways gateways = new Gateways(plane, "policy: reactive, min: 0, idle: 6s, max: 6")) {
            gateways.awaitServers();
            long begin = System.nanoTime();
            while (pods.asked() > 0 && System.nanoTime() - begin < 60e9) {
                Thread.sleep(50);
            }
            double none = (System.nanoTime() - begin) / 1e9;
            // The one that does not lead: it is told by the other what waits there.
            double answered =
                    ask(gateways.port(gateways.leader() == 0 ? 1 : 0), 10).join();
            say(
                    "from none: none asked for after %.1f s; the first request, at the gateway that does not scale, was answered after %.2f s, of which a start takes %.1f s"
                            .formatted(none, answered, START_MILLIS / 1e3));
            bad |= answered > 30;
        }
    }

    private Pods pods() {
        FakeSpec spec = FakeSpec.usual()
                .with(new FakeSpec.Room(4, 256, 64, 16, 1 << 20))
                .with(new FakeSpec.Pace(0, 40_000_000, 1));
        return new Pods(plane.api(), spec, START_MILLIS);
    }

    private void deployment(int replicas) throws IOException {
        Path file = Files.writeString(plane.folder().resolve("llama.yaml"), Llama.manifest(replicas));
        plane.api().delete(Pods.DEPLOYMENT);
        plane.apply(file);
        plane.apply(Code.checkout().resolve("deploy/kubernetes/gateway-scale.yaml"));
    }

    /** Days that rise from midnight to six times as much at noon, by a cosine (thinned: Lewis, Shedler 1979). */
    private List<Asked> draw() {
        Random random = new Random(seed);
        List<Asked> asked = new ArrayList<>();
        double at = 0;
        while (at < length * days) {
            at += -Math.log(1 - random.nextDouble()) / (MIDNIGHT_PER_SECOND * PEAK);
            double noon = (1 - Math.cos(2 * Math.PI * at / length)) / 2;
            if (random.nextDouble() * PEAK < 1 + (PEAK - 1) * noon) {
                double tokens = 12.5 * Math.exp(0.5 * random.nextGaussian());
                asked.add(new Asked(at, Math.clamp(Math.round(tokens), 1, 40)));
            }
        }
        return asked;
    }

    /** How long until all of the answer was there, in seconds; infinite where there is none. */
    private CompletableFuture<Double> ask(int port, int tokens) {
        long begin = System.nanoTime();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/completions"))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"model\": \"fake\", \"prompt\": \"x\", \"ignore_eos\": true, \"max_tokens\": " + tokens
                                + "}"))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).handle((answer, problem) -> {
            boolean good = problem == null && answer.statusCode() == 200;
            if (!good) {
                say("  lost: " + (problem == null ? answer.body() : problem));
            }
            return good ? (System.nanoTime() - begin) / 1e9 : Double.POSITIVE_INFINITY;
        });
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Two gateways that tell one another what comes. */
    private static final class Gateways implements AutoCloseable {
        private final List<Integer> ports = ControlPlane.freePorts(2);
        private final List<ServerProcess> processes = new ArrayList<>();
        private final HttpClient http = HttpClient.newHttpClient();

        Gateways(ControlPlane plane, String autoscale) throws IOException {
            String token = plane.serviceAccountToken("models", "berth-gateway");
            Path config = plane.kubeconfig("gateway", token, plane.address());
            for (int i = 0; i < 2; i++) {
                Path file = Files.writeString(plane.folder().resolve("gateway-" + i + ".yaml"), """
                        servers:
                        - kubernetes:
                            service: models/llama
                            kubeconfig: %s
                            scale: {name: llama}
                            autoscale: {%s, target: 4, every: 2s, start_time: 4s, keep: 4s, stabilisation: 8s, wait: 300ms}
                          slots: 4
                        balance: least-connections
                        limits: {no_server_wait: 30s}
                        port: %d
                        peers: ["http://127.0.0.1:%d"]
                        peer_secret: 0123456789abcdef
                        threads: 1
                        """.formatted(
                                config, autoscale, ports.get(i), ports.get(1 - i)));
                List<String> words = new ArrayList<>(UpProcess.ofClassPath(
                        "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m", "--sun-misc-unsafe-memory-access=allow"));
                words.addAll(List.of("gateway", "--config", file.toString()));
                processes.add(ServerProcess.start(plane.folder(), "gateway-" + i, words));
            }
        }

        int port(int gateway) {
            return ports.get(gateway);
        }

        /** Until both have servers and one leads: those of the policy before were killed, and their lease has to end. */
        void awaitServers() {
            for (int i = 0; i < 2; i++) {
                int port = ports.get(i);
                processes
                        .get(i)
                        .await(() -> page(port, "/berth/services").contains("\"ready\":1")
                                || page(port, "/berth/services").contains("\"ready\":5"));
            }
            processes.getFirst().await(() -> leader() >= 0);
        }

        /** The one that scales; -1 where none does. */
        int leader() {
            for (int i = 0; i < 2; i++) {
                if (page(ports.get(i), "/berth/services").contains("\"leads\":true")) {
                    return i;
                }
            }
            return -1;
        }

        /** What each says came. */
        String rates() {
            return "requests/s of both as each says " + figure(0) + " and " + figure(1) + "; " + reason();
        }

        /** Why so many, as the one says that scales. */
        private String reason() {
            String page = page(ports.get(Math.max(0, leader())), "/berth/services");
            int at = page.indexOf("\"reason\":\"");
            return at < 0 ? "?" : page.substring(at + 10, page.indexOf('"', at + 10));
        }

        private String figure(int gateway) {
            return page(ports.get(gateway), "/metrics")
                    .lines()
                    .filter(line -> line.startsWith("berth_service_requests_per_second"))
                    .map(line -> "%.1f".formatted(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
                    .findFirst()
                    .orElse("?");
        }

        private String page(int port, String path) {
            try {
                return http.send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                        .build(),
                                BodyHandlers.ofString())
                        .body();
            } catch (IOException e) {
                return "";
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            processes.forEach(ServerProcess::close);
        }
    }
}
