package io.berth.app.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An API server that may be asked for nodes, pods and what devices there are, and refuses all else, which it takes note of. */
final class ListedCluster implements AutoCloseable {
    static final long CREATED = 1_700_000_000;

    private static final String DEVICES = "/apis/resource.k8s.io/v1/";

    private final HttpServer http;
    private final List<Fields> nodes = new ArrayList<>();
    private final Map<String, Fields> pods = new LinkedHashMap<>();
    /** Other objects, by the path that lists them. */
    private final Map<String, List<Fields>> others = new HashMap<>();

    private final List<String> refused = new ArrayList<>();

    ListedCluster() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::answer);
        http.start();
    }

    /** How it is reached, in a file below {@code folder}. */
    Path config(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig"), """
                current-context: here
                contexts: [{name: here, context: {cluster: one, namespace: team}}]
                clusters: [{name: one, cluster: {server: "http://127.0.0.1:%d"}}]
                """.formatted(http.getAddress().getPort()));
    }

    /** What was asked of it that only reads nothing. */
    synchronized List<String> refused() {
        return List.copyOf(refused);
    }

    synchronized ListedCluster node(String name, int gpus) {
        Fields allocatable = new Fields()
                .message(2, quantity("cpu", "8"))
                .message(2, quantity("memory", "64Gi"))
                .message(2, quantity("pods", "110"))
                .message(2, quantity("nvidia.com/gpu", Integer.toString(gpus)));
        nodes.add(new Fields().message(1, meta("", name)).message(3, allocatable));
        return this;
    }

    /** One that waits for {@code scheduler}. */
    ListedCluster waits(String name, String scheduler, int gpus) {
        return pod(name, spec(scheduler, gpus), new Fields().text(1, "Pending"));
    }

    /** One that waits for Berth, and for a claim of devices. */
    ListedCluster claiming(String name, String claim) {
        Fields spec = spec("berth", 0).message(39, new Fields().text(1, "gpu").text(3, claim));
        return pod(name, spec, new Fields().text(1, "Pending"));
    }

    /** One that runs on {@code node} since a minute after it was made, for {@code deadlineSeconds}; 0 for as long as it takes. */
    ListedCluster runs(String name, String node, int gpus, long deadlineSeconds) {
        Fields spec = spec("berth", gpus).text(10, node);
        Fields bound =
                new Fields().text(1, "PodScheduled").text(2, "True").message(4, new Fields().number(1, CREATED + 60));
        return pod(
                name,
                deadlineSeconds == 0 ? spec : spec.number(5, deadlineSeconds),
                new Fields().text(1, "Running").message(2, bound));
    }

    synchronized ListedCluster pod(String name, Fields spec, Fields status) {
        pods.put(
                name,
                new Fields().message(1, meta("team", name)).message(2, spec).message(3, status));
        return this;
    }

    /** A server that serves claims of devices, of which there is none yet. */
    synchronized ListedCluster servesDevices() {
        for (String kind : List.of("resourceslices", "deviceclasses", "resourceclaims")) {
            others.put(DEVICES + kind, new ArrayList<>());
        }
        return this;
    }

    /** All devices of a driver are of this class. */
    synchronized ListedCluster deviceClass(String name) {
        others.get(DEVICES + "deviceclasses").add(new Fields().message(1, meta("", name)));
        return this;
    }

    /** The same, and pods may ask for them as {@code resource}. */
    synchronized ListedCluster named(String name, String resource) {
        others.get(DEVICES + "deviceclasses")
                .add(new Fields().message(1, meta("", name)).message(2, new Fields().text(4, resource)));
        return this;
    }

    /** A claim of {@code count} devices of a class. */
    synchronized ListedCluster claim(String name, String deviceClass, long count) {
        Fields exactly = new Fields().text(1, deviceClass).text(3, "ExactCount").number(4, count);
        Fields request = new Fields().text(1, "r").message(2, exactly);
        others.get(DEVICES + "resourceclaims")
                .add(new Fields()
                        .message(1, meta("team", name))
                        .message(2, new Fields().message(1, new Fields().message(1, request))));
        return this;
    }

    /** The only slice of a node, with so many devices. */
    synchronized ListedCluster slice(String node, int devices) {
        Fields pool = new Fields().text(1, node).number(2, 1).number(3, 1);
        Fields spec = new Fields().text(1, "gpu.example.com").message(2, pool).text(3, node);
        for (int i = 0; i < devices; i++) {
            spec.message(6, new Fields().text(1, "gpu-" + i));
        }
        others.get(DEVICES + "resourceslices")
                .add(new Fields().message(1, meta("", node + "-slice")).message(2, spec));
        return this;
    }

    static Fields spec(String scheduler, int gpus) {
        Fields requests = new Fields().message(2, quantity("nvidia.com/gpu", Integer.toString(gpus)));
        Fields container = new Fields().text(1, "main").message(8, requests);
        return new Fields().message(2, container).text(19, scheduler);
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private static Fields meta(String namespace, String name) {
        return new Fields()
                .text(1, name)
                .text(3, namespace)
                .text(5, "uid-" + name)
                .message(8, new Fields().number(1, CREATED));
    }

    private static Fields quantity(String resource, String amount) {
        return new Fields().text(1, resource).message(2, new Fields().text(1, amount));
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Fields one = pods.get(path.substring(path.lastIndexOf('/') + 1));
            int code = 200;
            Fields body = new Fields();
            if (!exchange.getRequestMethod().equals("GET")) {
                refused.add(exchange.getRequestMethod() + " " + path);
                code = 403;
            } else if (path.equals("/api/v1/nodes")) {
                nodes.forEach(node -> body.message(2, node));
            } else if (path.equals("/api/v1/pods")) {
                pods.values().forEach(pod -> body.message(2, pod));
            } else if (others.containsKey(path)) {
                others.get(path).forEach(object -> body.message(2, object));
            } else if (!path.startsWith("/api/v1/namespaces/team/pods/") || one == null) {
                code = 404;
            }
            byte[] sealed = Envelope.seal("v1", "", code == 200 && one != null ? one : body);
            exchange.sendResponseHeaders(code, sealed.length);
            exchange.getResponseBody().write(sealed);
        }
    }
}
