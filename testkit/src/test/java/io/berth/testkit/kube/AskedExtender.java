package io.berth.testkit.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A {@code berth kube extender} in a process of its own, and between kube-scheduler and it somebody who notes what it answered. */
final class AskedExtender implements AutoCloseable {
    private final ServerProcess process;
    private final String own;
    private final HttpServer between;
    private final HttpClient http = HttpClient.newHttpClient();
    /** The node that was named best last, by the UID of the pod. */
    private final Map<String, String> best = new ConcurrentHashMap<>();

    private final Map<String, Long> calls = new ConcurrentHashMap<>();
    private final List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());

    AskedExtender(Path folder, Path kubeconfig, String... options) {
        int port = ControlPlane.freePorts(1).getFirst();
        own = "http://127.0.0.1:" + port;
        List<String> words = new ArrayList<>(UpProcess.ofClassPath("--sun-misc-unsafe-memory-access=allow"));
        words.addAll(
                List.of("kube", "extender", "--kubeconfig", kubeconfig.toString(), "--port", Integer.toString(port)));
        words.addAll(List.of(options));
        process = ServerProcess.start(folder, "extender-" + System.nanoTime(), words);
        process.await(() -> process.lines().stream().anyMatch(line -> line.startsWith("berth: answers for")));
        try {
            between = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        between.createContext("/", this::pass);
        between.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        between.start();
    }

    /** What the configuration of kube-scheduler must say to ask it. */
    String configuration(String more) {
        return """
                extenders:
                  - urlPrefix: "http://127.0.0.1:%d"
                    filterVerb: filter
                    prioritizeVerb: prioritize
                    preemptVerb: preempt
                    weight: 1000
                    httpTimeout: 20s
                """.formatted(between.getAddress().getPort()) + more.indent(4);
    }

    String bestFor(String uid) {
        return best.getOrDefault(uid, "");
    }

    long calls(String verb) {
        return calls.getOrDefault("/" + verb, 0L);
    }

    /** Answers that were none of 200. */
    List<String> wrong() {
        return wrong;
    }

    ServerProcess process() {
        return process;
    }

    /** What it answers to {@code body} at {@code path}. */
    HttpResponse<String> ask(String path, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(own + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] question = exchange.getRequestBody().readAllBytes();
        HttpResponse<String> answer = ask(path, question);
        calls.merge(path, 1L, Long::sum);
        if (answer.statusCode() == 200) {
            note(path, question, answer.body());
        } else {
            wrong.add(path + " " + answer.statusCode() + " " + answer.body());
        }
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.statusCode(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void note(String path, byte[] question, String answer) {
        if (path.equals("/filter")) {
            Tree found = read(answer);
            Tree names = found.get("NodeNames");
            if (names != null && names.items().size() == 1) {
                best.put(uid(question), names.items().getFirst().text());
            }
        } else if (path.equals("/prioritize")) {
            String first = "";
            long most = 9;
            for (Tree score : read(answer).items()) {
                if (score.require("Score").whole() > most) {
                    first = score.require("Host").text();
                    most = 10;
                }
            }
            best.put(uid(question), first);
        }
    }

    private static String uid(byte[] question) {
        return read(new String(question, StandardCharsets.UTF_8))
                .require("Pod")
                .require("metadata")
                .require("uid")
                .text();
    }

    private static Tree read(String json) {
        return JsonReader.read(Source.text("asked", json), 1_000_000, 16 << 20);
    }

    @Override
    public void close() {
        between.stop(0);
        process.close();
    }
}
