package io.berth.testkit.kube.scale;

import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.testkit.kube.KubeApi;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What controllers and kubelets are where these run: as many fake model servers as a Deployment asks for, each behind an EndpointSlice once it has started. One
 * that is too many leaves its slice first, and ends when it has answered. Of what was asked for it keeps the sum over time.
 */
final class Pods implements AutoCloseable {
    static final String DEPLOYMENT = "/apis/apps/v1/namespaces/models/deployments/llama";
    private static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/models/endpointslices";
    private static final long LOOK_MILLIS = 100;

    private final KubeApi api;
    private final FakeSpec spec;
    private final long startMillis;
    private final String here = Llama.address()
            .orElseThrow(() -> new IllegalStateException("This machine has no address but that of the loopback."));
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    /** Those that run, the newest last. */
    private final ArrayDeque<Pod> running = new ArrayDeque<>();
    /** When those that start were asked for. */
    private final ArrayDeque<Long> starting = new ArrayDeque<>();

    private final List<FakeServer> leaving = new ArrayList<>();
    private long lookedNanos = System.nanoTime();
    private double replicaSeconds;
    private int started;
    private volatile int asked;
    private int most;

    private record Pod(String name, FakeServer server) {}

    Pods(KubeApi api, FakeSpec spec, long startMillis) {
        this.api = api;
        this.spec = spec;
        this.startMillis = startMillis;
        thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** How many are asked for. */
    int asked() {
        return asked;
    }

    /** What there was since this was asked before: seconds that replicas were asked for, how many started, the most at once. */
    synchronized Cost cost() {
        Cost cost = new Cost(replicaSeconds, started, most);
        replicaSeconds = 0;
        started = 0;
        most = asked;
        return cost;
    }

    record Cost(double replicaSeconds, int started, int most) {}

    private synchronized void look() {
        try {
            long now = System.nanoTime();
            replicaSeconds += asked * (now - lookedNanos) / 1e9;
            lookedNanos = now;
            String text = KubeApi.text(api.get(DEPLOYMENT).well().tree(), "spec", "replicas");
            asked = text.isEmpty() ? 0 : Integer.parseInt(text);
            most = Math.max(most, asked);
            while (running.size() + starting.size() < asked) {
                starting.addLast(now);
            }
            while (running.size() + starting.size() > asked && !starting.isEmpty()) {
                starting.removeLast();
            }
            while (running.size() > asked) {
                stop(running.removeLast());
            }
            while (!starting.isEmpty() && now - starting.getFirst() >= TimeUnit.MILLISECONDS.toNanos(startMillis)) {
                starting.removeFirst();
                running.addLast(start());
            }
            leaving.removeIf(Pods::ended);
        } catch (IOException | RuntimeException e) {
            System.err.println("pods: " + e);
        }
    }

    private Pod start() throws IOException {
        FakeServer server = FakeServer.start(spec, new InetSocketAddress("0.0.0.0", 0));
        String name = "llama-" + server.port() + "-" + started;
        started++;
        api.post(SLICES, slice(name, here, server.port())).well();
        return new Pod(name, server);
    }

    private void stop(Pod pod) {
        api.delete(SLICES + "/" + pod.name).well();
        leaving.add(pod.server);
    }

    private static boolean ended(FakeServer server) {
        boolean idle = server.running() + server.waiting() == 0;
        if (idle) {
            server.close();
        }
        return idle;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        synchronized (this) {
            running.forEach(pod -> pod.server.close());
            leaving.forEach(FakeServer::close);
        }
        api.clear(SLICES);
    }

    /** Endpoints may not be of the loopback. */
    private static Map<String, Object> slice(String name, String address, int port) {
        return Map.of(
                "apiVersion",
                "discovery.k8s.io/v1",
                "kind",
                "EndpointSlice",
                "metadata",
                Map.of("name", name, "labels", Map.of("kubernetes.io/service-name", "llama")),
                "addressType",
                "IPv4",
                "endpoints",
                List.of(Map.of(
                        "addresses",
                        List.of(address),
                        "conditions",
                        Map.of("ready", true),
                        "targetRef",
                        Map.of("kind", "Pod", "name", name))),
                "ports",
                List.of(Map.of("name", "http", "port", port)));
    }
}
