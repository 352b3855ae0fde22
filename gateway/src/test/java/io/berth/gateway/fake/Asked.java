package io.berth.gateway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A server that is asked, and what it answered. */
record Asked(FakeServer server, HttpClient client) implements AutoCloseable {
    /** Nothing here takes as long; it keeps a broken build from waiting for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static final String CHAT = "/v1/chat/completions";
    static final String HELLO = "{\"model\": \"fake\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]%s}";

    static Asked of(FakeSpec spec) throws IOException {
        return new Asked(
                FakeServer.start(spec, 0),
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    /** A greeting with {@code more} parameters, such as {@code , "n": 2}. */
    static String hello(String more) {
        return HELLO.formatted(more.isEmpty() ? "" : ", " + more);
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(PATIENCE);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(to(path).build());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(to(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> begin(String path, String body) {
        return client.sendAsync(
                to(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The document that a good answer is. */
    Tree done(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response.body());
    }

    /** The events of a stream, without {@code data: }. */
    List<String> events(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = post(path, body);
        assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream; charset=utf-8");
        assertThat(response.body()).endsWith("\n\n");
        return response.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    /** The value of a metric of vLLM. */
    double metric(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("vllm:" + name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    static Tree json(String text) {
        return JsonReader.read(Source.text("answer", text));
    }

    /** The value at {@code keys}; a number is a place in a list. */
    static Tree at(Tree tree, String keys) {
        Tree found = tree;
        for (String key : keys.split("\\.")) {
            found = Character.isDigit(key.charAt(0)) ? found.items().get(Integer.parseInt(key)) : found.require(key);
        }
        return found;
    }

    static String text(Tree tree, String keys) {
        return at(tree, keys).text();
    }

    /** A connection that is written to and read by hand, which {@code close} leaves. */
    Socket connect(String request) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** A post as it is on the wire. */
    static String raw(String body) {
        return "POST " + CHAT + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** What comes until {@code end} has come. */
    static String readUntil(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end, Math.max(0, text.length() - end.length())) < 0) {
            int next = in.read();
            assertThat(next).as("the end of: %s", text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it never came to be").isLessThan(end);
            Thread.sleep(2);
        }
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
    }
}
