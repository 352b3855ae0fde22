package io.berth.testkit.real;

import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks a Berth over its REST API as any program would. */
public final class RestClient {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    private final Address address;

    /**
     * What a list says of a job.
     *
     * @param exitCode null while it lives, and where it never ran
     * @param ended true where it will not change any more
     */
    public record Job(
            long id, String name, String state, @Nullable Integer exitCode, boolean ended) {}

    /** What was answered. */
    public record Answer(int status, String body) {
        /** The document in it. */
        public Tree tree() {
            return JsonReader.read(Source.text("answer", body));
        }
    }

    private RestClient(Address address) {
        this.address = address;
    }

    /** @throws IOException where no Berth says that it runs there */
    public static RestClient of(BerthHome home) throws IOException {
        Address address = Address.read(home);
        if (address == null) {
            throw new IOException("no Berth runs with " + home);
        }
        return new RestClient(address);
    }

    /** The same with another's token. */
    public static RestClient of(BerthHome home, String token) throws IOException {
        Address address = of(home).address;
        return new RestClient(new Address(address.url(), address.pid(), token, "", address.started()));
    }

    boolean ready() throws IOException {
        return ask("GET", "/api/v1/status", null, null).status() == 200;
    }

    /**
     * Submits a job under an idempotency key.
     *
     * @return its number; only then it is acknowledged
     * @throws IOException where no answer came
     */
    public long submit(String key, Object document) throws IOException {
        Answer answer = ask("POST", "/api/v1/jobs", key, Json.line(document));
        if (answer.status() != 201) {
            throw new Refused(answer);
        }
        return answer.tree().require("id").whole();
    }

    /** Asks for the end of a job. */
    public Answer cancel(long job) throws IOException {
        return ask("DELETE", "/api/v1/jobs/" + job, null, null);
    }

    /** All jobs that live or are remembered, by number. */
    public Map<Long, Job> jobs() throws IOException {
        Map<Long, Job> jobs = new TreeMap<>();
        long after = 0;
        while (true) {
            Answer answer = ask("GET", "/api/v1/jobs?limit=1000&after=" + after, null, null);
            if (answer.status() != 200) {
                throw new Refused(answer);
            }
            Tree list = answer.tree();
            for (Tree row : list.require("jobs").items()) {
                Tree code = row.get("exit_code");
                Integer exit = code == null || code.isNull() ? null : Integer.valueOf((int) code.whole());
                Tree end = row.get("end_time");
                long id = row.require("id").whole();
                jobs.put(
                        id,
                        new Job(
                                id,
                                row.require("name").text(),
                                row.require("state").text(),
                                exit,
                                end != null && !end.isNull()));
            }
            @Nullable Tree next = list.get("next");
            if (next == null || next.isNull()) {
                return jobs;
            }
            after = next.whole();
        }
    }

    /** Sends a request; {@code body} is JSON. */
    public Answer ask(String method, String path, @Nullable String key, @Nullable String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.url() + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + address.token())
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An answer that is no acceptance. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int status;

        Refused(Answer answer) {
            super(answer.status() + " " + answer.body());
            status = answer.status();
        }

        /** True where the same may be taken later. */
        public boolean passing() {
            return status == 503 || status == 507 || status == 429;
        }
    }
}
