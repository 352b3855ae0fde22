package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.gateway.tenant.ApiKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are kept, over sockets. */
@Timeout(60)
class CacheTest {
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String BODY = "{\"model\":\"m\",\"input\":\"ship\"}";
    private static final String CACHED = "cache: {}\nhealth: {metrics: 0s}\n";

    private final AtomicInteger answers = new AtomicInteger();

    @Test
    void theSameIsAnsweredOnce() throws IOException {
        try (ScriptedServer server = counting();
                Gateway gateway = start(server, CACHED);
                Client client = new Client(gateway.port());
                Client other = new Client(gateway.port())) {
            client.post(EMBEDDINGS, BODY);
            assertThat(client.readUntil("}")).doesNotContain("x-berth-cache").endsWith("{\"n\":1}");
            other.post(EMBEDDINGS, BODY);
            assertThat(other.readUntil("}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("x-berth-cache: hit", "content-type: application/json")
                    .endsWith("{\"n\":1}");
            client.post(EMBEDDINGS, BODY + " ");
            assertThat(client.readUntil("}")).endsWith("{\"n\":2}");
            client.post("/v1/chat/completions", BODY);
            assertThat(client.readUntil("}")).endsWith("{\"n\":3}");
            client.post("/v1/chat/completions", BODY);
            assertThat(client.readUntil("}")).endsWith("{\"n\":4}");
            client.write("POST " + EMBEDDINGS + " HTTP/1.1\r\nHost: g\r\nCache-Control: no-store\r\nContent-Length: "
                    + BODY.length() + "\r\n\r\n" + BODY);
            assertThat(client.readUntil("}")).endsWith("{\"n\":5}");
        }
    }

    @Test
    void whoAsksTheSameMeanwhileWaitsForIt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((_, peer) -> {
                    asked.countDown();
                    assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
                    peer.json(200, "{\"n\":" + answers.incrementAndGet() + "}");
                    return true;
                });
                Gateway gateway = start(server, CACHED);
                Client first = new Client(gateway.port());
                Client second = new Client(gateway.port());
                Client third = new Client(gateway.port())) {
            first.post(EMBEDDINGS, BODY);
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            second.post(EMBEDDINGS, BODY);
            third.post(EMBEDDINGS, BODY);
            awaitShared(gateway, 2);
            go.countDown();
            assertThat(first.readUntil("}")).endsWith("{\"n\":1}");
            assertThat(second.readUntil("}")).contains("x-berth-cache: shared").endsWith("{\"n\":1}");
            assertThat(third.readUntil("}")).contains("x-berth-cache: shared").endsWith("{\"n\":1}");
        }
    }

    /** Whoever had the server asked leaves: one of those who waited asks in its place. */
    @Test
    void whereTheFirstLeavesAnotherAsks() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((_, peer) -> {
                    if (answers.incrementAndGet() == 1) {
                        asked.countDown();
                        return peer.in().read() >= 0;
                    }
                    peer.json(200, "{\"n\":" + answers.get() + "}");
                    return true;
                });
                Gateway gateway = start(server, CACHED);
                Client second = new Client(gateway.port())) {
            try (Client first = new Client(gateway.port())) {
                first.post(EMBEDDINGS, BODY);
                assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
                second.post(EMBEDDINGS, BODY);
                awaitShared(gateway, 1);
            }
            assertThat(second.readUntil("}")).doesNotContain("x-berth-cache").endsWith("{\"n\":2}");
        }
    }

    @Test
    void errorsAndStreamsAreNotKept() throws IOException {
        try (ScriptedServer server = new ScriptedServer((request, peer) -> {
                    int n = answers.incrementAndGet();
                    if (request.body().contains("stream")) {
                        peer.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 12\r\n\r\n"
                                + "data: {\"" + n + "\"}\n");
                    } else {
                        peer.json(400, "{\"n\":" + n + "}");
                    }
                    return true;
                });
                Gateway gateway = start(server, CACHED);
                Client client = new Client(gateway.port())) {
            client.post(EMBEDDINGS, BODY);
            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 400").endsWith("{\"n\":1}");
            client.post(EMBEDDINGS, BODY);
            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 400").endsWith("{\"n\":2}");
            client.post(EMBEDDINGS, "{\"stream\":true}");
            assertThat(client.readUntil("}\n")).contains("{\"3\"}");
            client.post(EMBEDDINGS, "{\"stream\":true}");
            assertThat(client.readUntil("}\n")).contains("{\"4\"}");
        }
    }

    @Test
    void noTenantHasTheAnswersOfAnother() throws IOException {
        String tenants = "tenants:\n- {name: a, keys: ['" + ApiKeys.written("sk-a") + "']}\n- {name: b, keys: ['"
                + ApiKeys.written("sk-b") + "']}\n";
        try (ScriptedServer server = counting();
                Gateway gateway = start(server, CACHED + tenants);
                Client client = new Client(gateway.port())) {
            for (String expected : new String[] {"sk-a 1", "sk-a 1", "sk-b 2", "sk-b 2", "sk-a 1"}) {
                String[] parts = expected.split(" ");
                client.write("POST " + EMBEDDINGS + " HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer " + parts[0]
                        + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY);
                assertThat(client.readUntil("}")).startsWith("HTTP/1.1 200").endsWith("{\"n\":" + parts[1] + "}");
            }
            client.write("POST " + EMBEDDINGS + " HTTP/1.1\r\nHost: g\r\nContent-Length: " + BODY.length() + "\r\n\r\n"
                    + BODY);
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void aPathThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Started.settings(
                        "servers: [{url: 'http://127.0.0.1:1'}]\ncache: {paths: [v1/embeddings]}", Path.of("")))
                .hasMessageContaining("cache.paths[0]: must begin with /");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{size: 0} | cache.size: an answer of entry, 1048576 bytes, has no room in size, 0",
                "{entry: 0} | cache.entry: must be above 0",
                "{entry: 65Mi} | cache.entry: an answer of entry",
                "{ttl: 0s} | cache.ttl: must be above 0",
                "{path: [/x]} | did you mean \"paths\""
            })
    void whatWouldKeepNothingIsRefused(String cache, String why) {
        assertThatThrownBy(
                        () -> Started.settings("servers: [{url: 'http://127.0.0.1:1'}]\ncache: " + cache, Path.of("")))
                .hasMessageContaining(why);
    }

    private ScriptedServer counting() throws IOException {
        return new ScriptedServer((_, peer) -> {
            peer.json(200, "{\"n\":" + answers.incrementAndGet() + "}");
            return true;
        });
    }

    private static Gateway start(ScriptedServer server, String more) {
        return Started.of("servers: [{url: '" + server.url() + "'}]\n" + more, null, _ -> {});
    }

    private static void awaitShared(Gateway gateway, int count) throws InterruptedException {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics")
                        .contains("\nberth_gateway_cache_shared_total " + count + "\n"),
                () -> "nobody waits for the answer of another");
    }
}
