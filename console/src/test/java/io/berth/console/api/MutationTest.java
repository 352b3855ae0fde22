package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.console.access.Guard;
import io.berth.console.access.JobUsers;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.console.http.Handler;
import io.berth.console.http.message.ProblemException;
import io.berth.console.http.message.Query;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Sender;
import io.berth.console.series.SeriesStore;
import io.berth.console.setting.Learning;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.core.catalog.Catalog;
import io.berth.edge.access.SubmitRate;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is sent, nothing fails by a bug, and the engine goes on. */
@Timeout(120)
class MutationTest {
    private static final int MUTATIONS = 10_000;
    private static final long SEED = Long.getLong("berth.seed", 1);
    private static final String MARKS = "{}[]\",:0-9eE.\\&*!|>%@`#?/=\u0000\u00e9\ud83d\ude00\n\t ";

    private static final List<String> TARGETS = List.of(
            "POST /api/v1/jobs",
            "POST /api/v1/jobs",
            "POST /api/v1/jobs",
            "PUT /api/v1/strategy",
            "GET /api/v1/jobs?state=running,live&queue=a&name=*b*&after=1&limit=10",
            "GET /api/v1/jobs/1",
            "DELETE /api/v1/jobs/1",
            "GET /api/v1/jobs/1/explain",
            "GET /api/v1/nodes?state=up&name=*&model=H*&after=0&limit=3",
            "POST /api/v1/nodes/node-0/undrain",
            "GET /api/v1/events?types=job,node",
            "GET /metrics",
            "GET /healthz");

    private static final List<String> BODIES = List.of(
            """
            {"name": "a", "queue": "q", "kind": "batch", "priority": 1, "tasks": 2, "demand": {"gpus": 1, "cpu": 2, "memory": "1Gi", "models": ["H100"]}, "estimate": "1h", "duration": "never", "patience": 0, "deadline": "2d"}""",
            "name: a\ntasks: 2\nresources: {gpu_memory: 4Gi, cpu: 500m}\n",
            "{\"order\": \"sjf\", \"place\": [{\"fgd\": {\"weight\": 0.7}}, {\"best-fit\": 1}], \"backfill\": \"easy\"}",
            "&a [*a, *a]",
            "\"fgd\"");

    private static final Map<String, String> HEADERS = Map.of(
            "Host", "localhost",
            "Content-Type", "application/json; charset=utf-8",
            "Accept", "application/json, */*;q=0.5",
            "Idempotency-Key", "\"k-1\"",
            "Last-Event-ID", "1-2",
            "Origin", "http://localhost");

    @Test
    void noRequestFailsByABug() {
        try (Cluster cluster = Cluster.of(2, null);
                KeyedSubmissions keyed =
                        KeyedSubmissions.open(null, cluster.run().operator())) {
            cluster.beginView();
            ApiService api = service(cluster, keyed);
            int[] statuses = new int[600];
            for (int mutation = 0; mutation < MUTATIONS; mutation++) {
                String name = "berth.seed=" + SEED + ", mutation " + mutation;
                int status = status(api.handler(), request(new Random(SEED << 20 | mutation)), name);
                assertThat(status).as(name).isBetween(200, 499);
                statuses[status]++;
            }
            assertThat(statuses[201]).isGreaterThan(100);
            assertThat(statuses[400]).isGreaterThan(1_000);
            assertThat(cluster.run().done()).isNotDone();
            api.close();
        }
    }

    private static ApiService service(Cluster cluster, KeyedSubmissions keyed) {
        SubmitRate rate = new SubmitRate(1, 1, 1, System::nanoTime);
        return new ApiService(new ApiService.Setup(
                cluster.run(),
                cluster.view(),
                Catalog.standard(),
                new ApiService.Entry(new Guard(null), rate, JobUsers.AS_NAMED, false),
                keyed,
                new SeriesStore(null),
                SystemName.NONE,
                Duration.ofSeconds(1),
                Sources.NONE,
                Learning.NONE));
    }

    private static int status(Handler handler, Request request, String name) {
        try {
            return handler.answer(request).status();
        } catch (ProblemException e) {
            assertThat(e.problem().detail()).as(name).doesNotContain("\n").isNotBlank();
            return e.problem().status();
        } catch (RuntimeException e) {
            throw new AssertionError(name + ": " + request.method() + " " + request.path() + " failed: " + e, e);
        }
    }

    private static Request request(Random random) {
        String[] target = TARGETS.get(random.nextInt(TARGETS.size())).split(" ");
        String[] parts = mutated(target[1], random, 3).split("\\?", 2);
        byte[] body =
                mutated(BODIES.get(random.nextInt(BODIES.size())), random, 2).getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(20) == 0 && body.length > 0) {
            body[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        HEADERS.forEach((header, value) -> {
            if (!header.equals("Idempotency-Key") && !header.equals("Origin") || random.nextInt(4) == 0) {
                headers.put(header, List.of(mutated(value, random, 25)));
            }
        });
        if (random.nextInt(4) == 0) {
            headers.put("Content-Type", List.of("application/yaml"));
        }
        boolean sends = !target[0].equals("GET") && !target[1].contains("nodes");
        byte[] sent = sends || random.nextInt(10) == 0 ? body : new byte[0];
        String query = parts.length > 1 ? parts[1] : null;
        return parsed(mutated(target[0], random, 40), parts[0], query, headers, sent);
    }

    /** As the server makes it; a target that it refuses becomes one that is not found. */
    private static Request parsed(
            String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
        var parameters = new LinkedHashMap<String, String>();
        List<String> segments = List.of("refused");
        try {
            segments = Query.segments(path);
            parameters.putAll(Query.parse(query));
        } catch (ProblemException e) {
            assertThat(e.problem().status()).isEqualTo(400);
        }
        return new Request(
                method,
                path,
                segments,
                parameters,
                Sender.of(InetAddress.getLoopbackAddress()),
                name -> headers.getOrDefault(name, List.of()),
                new Request.Body(new ByteArrayInputStream(body), body.length));
    }

    /** {@code text} as it is, or one time in {@code seldom} with a few edits. */
    private static String mutated(String text, Random random, int seldom) {
        StringBuilder mutated = new StringBuilder(text);
        int edits = random.nextInt(seldom) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < edits; i++) {
            edit(mutated, random);
        }
        return mutated.toString();
    }

    private static void edit(StringBuilder text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + random.nextInt(6));
        switch (random.nextInt(5)) {
            case 0 -> text.insert(at, MARKS.charAt(random.nextInt(MARKS.length())));
            case 1 -> text.delete(at, end);
            case 2 ->
                text.insert(
                        random.nextInt(text.length() + 1),
                        text.substring(at, end).repeat(random.nextInt(9)));
            case 3 -> text.insert(at, Long.toString(random.nextLong()));
            default -> text.replace(at, end, "x");
        }
    }
}
