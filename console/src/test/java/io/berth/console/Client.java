package io.berth.console;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;

/** Speaks to a console as programs do. */
public final class Client implements AutoCloseable {
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI server;
    private final String token;

    public Client(ConsoleServer server) {
        this(server, "");
    }

    public Client(ConsoleServer server, String token) {
        this.server = server.uri();
        this.token = token;
    }

    /** An answer. */
    public record Answer(int status, String type, String body, HttpResponse<String> whole) {
        /** Its document. */
        public Tree json() {
            return JsonReader.read(Source.text("answer", body));
        }

        /** The text at {@code key} of its document. */
        public String text(String key) {
            return json().require(key).text();
        }

        /** The number of the job that it is about. */
        public long id() {
            return json().require("id").whole();
        }

        public String header(String name) {
            return whole.headers().firstValue(name).orElse("");
        }
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer post(String path, String json, String... headers) {
        return send("POST", path, json, headers);
    }

    public Answer send(String method, String path, String json, String... headers) {
        HttpRequest.Builder request = request(path).method(method, BodyPublishers.ofString(json));
        if (!json.isEmpty()) {
            request.setHeader("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    /** How many jobs a {@code DELETE} of {@code path} cancelled. */
    public long cancelled(String path) {
        return delete(path).json().require("cancelled").whole();
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(30));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            String type = answer.headers().firstValue("Content-Type").orElse("");
            return new Answer(answer.statusCode(), type, answer.body(), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines of an answer that goes on. */
    public Stream<String> lines(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofLines()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
