package io.berth.testkit.kube.rule;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * What kube-scheduler's own filters let pass: it hands the nodes that are left to this extender (k8s.io/kube-scheduler, extender/v1), which
 * keeps their numbers and lets none of them pass, so that the pod stays where it is, and is asked again as often as one likes.
 */
final class FeasibleByScheduler implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, List<Integer>> byUid = new ConcurrentHashMap<>();

    FeasibleByScheduler() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/filter", this::filter);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** What the configuration of kube-scheduler must say: all nodes are looked at, nobody is preempted, and this is asked. */
    String configuration() {
        return """
                percentageOfNodesToScore: 100
                profiles:
                  - schedulerName: default-scheduler
                    plugins: {postFilter: {disabled: [{name: "*"}]}}
                extenders:
                  - urlPrefix: "http://127.0.0.1:%d"
                    filterVerb: filter
                    nodeCacheCapable: true
                    httpTimeout: 30s
                """.formatted(server.getAddress().getPort());
    }

    /** The numbers of the nodes where the pod of {@code uid} may go, as far as it was asked of; none where no filter let any pass. */
    List<Integer> of(String uid) {
        return byUid.getOrDefault(uid, List.of());
    }

    private void filter(HttpExchange exchange) throws IOException {
        Tree asked = JsonReader.read(
                Source.text("asked", new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        TreeSet<Integer> nodes = new TreeSet<>();
        Map<String, Object> failed = new LinkedHashMap<>();
        for (Tree name : asked.require("NodeNames").items()) {
            nodes.add(WorldObjects.numberIn(name.text()));
            failed.put(name.text(), "asked");
        }
        byUid.put(asked.require("Pod").require("metadata").require("uid").text(), List.copyOf(nodes));
        byte[] answer =
                Json.line(Map.of("NodeNames", List.of(), "FailedNodes", failed)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
