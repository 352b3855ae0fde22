package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.gateway.tenant.ApiKeys;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gateways with a real Redis. */
@Timeout(60)
class RedisTest {
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String BODY = "{\"model\":\"m\",\"input\":\"ship\"}";
    /** A test that waits for what Redis has is not to fail on a slow machine. */
    private static final String PATIENT = ", timeout: 5s";

    private final AtomicInteger answers = new AtomicInteger();
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void whatOneKeptTheOtherHas() throws Exception {
        try (RedisServer redis = new RedisServer();
                ScriptedServer server = counting();
                Gateway one = start(server, cached(redis, PATIENT));
                Gateway two = start(server, cached(redis, PATIENT))) {
            awaitUp(one);
            awaitUp(two);
            assertThat(asked(one, "")).doesNotContain("x-berth-cache").endsWith("{\"n\":1}");
            awaitMetric(one, "berth_gateway_redis_writes_total{outcome=\"kept\"} 1");
            assertThat(asked(two, ""))
                    .contains("x-berth-cache: hit", "content-type: application/json")
                    .endsWith("{\"n\":1}");
            assertThat(asked(two, "")).contains("x-berth-cache: hit");
            awaitMetric(two, "berth_gateway_redis_reads_total{outcome=\"hit\"} 1");
            assertThat(redis.key()).matches("berth:answer:[0-9a-f]{64}");
            assertThat(redis.say("PTTL", redis.key())).matches("(?s):[1-9]\\d{5}\r\n.*");
        }
    }

    /** What somebody else has put under the key, in part or in whole, is no answer. */
    @Test
    void noiseIsAMiss() throws Exception {
        try (RedisServer redis = new RedisServer();
                ScriptedServer server = counting()) {
            try (Gateway gateway = start(server, cached(redis, PATIENT))) {
                awaitUp(gateway);
                asked(gateway, "");
                awaitMetric(gateway, "berth_gateway_redis_writes_total{outcome=\"kept\"} 1");
            }
            String key = redis.key();
            for (String[] damage :
                    new String[][] {{"SETRANGE", key, "20", "x"}, {"SET", key, "\u0001"}, {"SADD", key, "x"}}) {
                redis.say(damage[0].equals("SADD") ? new String[] {"DEL", key} : damage);
                redis.say(damage);
                int before = answers.get();
                try (Gateway gateway = start(server, cached(redis, PATIENT))) {
                    awaitUp(gateway);
                    assertThat(asked(gateway, ""))
                            .doesNotContain("x-berth-cache")
                            .endsWith("{\"n\":" + (before + 1) + "}");
                    // It is written behind the answer's back, and would undo the next damage.
                    awaitMetric(gateway, "berth_gateway_redis_writes_total{outcome=\"kept\"} 1");
                }
            }
        }
    }

    /** The second gateway counts its tenants in another order. */
    @Test
    void noTenantHasTheAnswersOfAnother() throws Exception {
        String a = "- {name: a, keys: ['" + ApiKeys.written("sk-a") + "']}\n";
        String b = "- {name: b, keys: ['" + ApiKeys.written("sk-b") + "']}\n";
        try (RedisServer redis = new RedisServer();
                ScriptedServer server = counting();
                Gateway one = start(server, cached(redis, PATIENT) + "tenants:\n" + a + b);
                Gateway two = start(server, cached(redis, PATIENT) + "tenants:\n" + b + a)) {
            awaitUp(one);
            awaitUp(two);
            assertThat(asked(one, "Authorization: Bearer sk-a\r\n")).endsWith("{\"n\":1}");
            awaitMetric(one, "berth_gateway_redis_writes_total{outcome=\"kept\"} 1");
            assertThat(asked(two, "Authorization: Bearer sk-b\r\n")).endsWith("{\"n\":2}");
            assertThat(asked(two, "Authorization: Bearer sk-a\r\n")).endsWith("{\"n\":1}");
        }
    }

    /** It sleeps, is full, is killed, begins again: requests are answered all the while. */
    @Test
    void noRequestFailsForIt() throws Exception {
        try (RedisServer redis = new RedisServer();
                ScriptedServer server = counting();
                Gateway gateway = start(server, cached(redis, ""))) {
            awaitUp(gateway);
            redis.say("CONFIG", "SET", "maxmemory", "1");
            assertThat(asked(gateway, "", 1)).startsWith("HTTP/1.1 200");
            awaitMetric(gateway, "berth_gateway_redis_writes_total{outcome=\"failed\"} 1");
            redis.say("CONFIG", "SET", "maxmemory", "0");
            try (Socket asleep = redis.send("DEBUG", "SLEEP", "1")) {
                assertThat(asleep.isConnected()).isTrue();
                for (int i = 10; i < 30; i++) {
                    assertThat(asked(gateway, "", i)).startsWith("HTTP/1.1 200");
                }
            }
            awaitMetric(gateway, "berth_gateway_redis_reads_total{outcome=\"failed\"} 5");
            redis.kill();
            for (int i = 30; i < 50; i++) {
                assertThat(asked(gateway, "", i)).startsWith("HTTP/1.1 200");
            }
            awaitMetric(gateway, "berth_gateway_redis_up 0");
            assertThat(notes).anyMatch(note -> note.contains("cannot be had for now"));
            redis.begin();
            awaitUp(gateway);
            FleetFile.await(
                    () -> Client.page(gateway.port(), "/metrics").contains("berth_gateway_redis_up 1\n")
                            && keeps(gateway, redis),
                    () -> "nothing is kept again");
            assertThat(answers.get()).isGreaterThan(40);
        }
    }

    private boolean keeps(Gateway gateway, RedisServer redis) {
        try {
            asked(gateway, "", 1_000 + answers.get());
            return !redis.say("DBSIZE").startsWith(":0");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void whoIsRefusedSaysSoAndServes() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "wrong\n");
        try (RedisServer redis = new RedisServer("--requirepass", "right");
                ScriptedServer server = counting();
                Gateway gateway = start(server, cached(redis, ", password_file: " + password))) {
            FleetFile.await(() -> notes.stream().anyMatch(n -> n.contains("WRONGPASS")), notes::toString);
            assertThat(notes).noneMatch(note -> note.contains("wrong "));
            assertThat(asked(gateway, "")).startsWith("HTTP/1.1 200");
            Files.writeString(password, "right\n");
            awaitUp(gateway);
        }
    }

    @Test
    void tlsAndAUserOfItsOwn() throws Exception {
        String certificate = resource("cert.pem").toString();
        Path password = Files.writeString(folder.resolve("password"), "secret");
        try (RedisServer redis = new RedisServer(
                        "--tls-cert-file",
                        certificate,
                        "--tls-key-file",
                        resource("key.pem").toString(),
                        "--tls-ca-cert-file",
                        certificate,
                        "--tls-auth-clients",
                        "no",
                        "--user",
                        "berth",
                        "on",
                        ">secret",
                        "~berth:*",
                        "&berth:*",
                        "+getrange",
                        "+set",
                        "+publish",
                        "+subscribe",
                        "+ping");
                ScriptedServer server = counting();
                Gateway one = start(server, tls(redis, certificate, password));
                Gateway two = start(server, tls(redis, certificate, password))) {
            awaitUp(one);
            awaitUp(two);
            asked(one, "");
            awaitMetric(one, "berth_gateway_redis_writes_total{outcome=\"kept\"} 1");
            assertThat(asked(two, "")).contains("x-berth-cache: hit");
            awaitMetric(one, "berth_gateway_peers 1");
        }
    }

    private static String tls(RedisServer redis, String certificate, Path password) {
        return "cache: {}\nredis: {url: 'rediss://localhost:" + redis.port() + "', ca: " + certificate
                + ", user: berth, password_file: " + password + PATIENT + ", name: g" + System.nanoTime() + "}\n";
    }

    /** Days and minutes of both count together; so does load. Where Redis is lost, each has its half of a minute, and says so. */
    @Test
    void quotasAndLoadAreOfAll() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        String tenants =
                "tenants:\n- {name: a, per_minute: {requests: 100}, keys: ['" + ApiKeys.written("sk-a") + "']}\n";
        try (RedisServer redis = new RedisServer();
                ScriptedServer server = new ScriptedServer((_, peer) -> {
                    assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                    peer.json(200, "{}");
                    return true;
                });
                Gateway one = start(server, tenants + "redis: {name: one, url: '" + redis.url() + "'}\n");
                Gateway two = start(server, tenants + "redis: {name: two, url: '" + redis.url() + "'}\n");
                Client client = new Client(one.port())) {
            awaitMetric(one, "berth_gateway_peers 1");
            awaitMetric(two, "berth_gateway_peers 1");
            client.write(request("Authorization: Bearer sk-a\r\n", BODY));
            FleetFile.await(
                    () -> Client.page(two.port(), "/metrics")
                            .lines()
                            .anyMatch(line ->
                                    line.startsWith("berth_gateway_server_requests_of_others") && line.endsWith(" 1")),
                    () -> Client.page(two.port(), "/metrics"));
            go.countDown();
            assertThat(client.readUntil("{}")).startsWith("HTTP/1.1 200");
            for (int i = 0; i < 30; i++) {
                client.write(request("Authorization: Bearer sk-a\r\n", BODY));
                assertThat(client.readUntil("{}")).startsWith("HTTP/1.1 200");
            }
            FleetFile.await(() -> left(two) < 90, () -> "two has " + left(two));
            redis.kill();
            awaitMetric(two, "berth_gateway_peers_lost 1");
            assertThat(notes).anyMatch(note -> note.contains("this one has 1 of 2 parts"));
            assertThat(left(two)).isBetween(30, 50);
            redis.begin();
            awaitMetric(two, "berth_gateway_peers_lost 0");
            FleetFile.await(() -> left(two) > 50, () -> "two has " + left(two));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis: {url: 'http://h:1'} | redis.url: must be redis://HOST:PORT/DATABASE",
                "redis: {url: 'redis://u:p@h:1'} | redis.url: must not have a user or a password",
                "redis: {url: 'redis://h/99999'} | has the database 99999",
                "redis: {url: 'redis://h', ca: x} | redis.ca: goes only with rediss://",
                "redis: {url: 'redis://h', user: u} | redis.user: needs its password",
                "redis: {url: 'redis://h', password_env: A, password_file: b} | does not go with password_file",
                "redis: {url: 'redis://h', use: [cash]} | unknown use \"cash\"",
                "redis: {url: 'redis://h', use: []} | redis.use: must have cache, gateways or both",
                "redis: {url: 'redis://h', timeout: 0s} | redis.timeout: must be above 0"
            })
    void whatCannotBe(String redis, String why) {
        assertThatThrownBy(() -> Started.settings("servers: [{url: 'http://127.0.0.1:1'}]\n" + redis, Path.of("")))
                .hasMessageContaining(why);
    }

    @Test
    void oneWayOfTellingIsEnough() {
        String both = "peers: ['http://c:1']\npeer_secret: 0123456789abcdef\nredis: {url: 'redis://h'}";
        assertThatThrownBy(() -> Started.settings("servers: [{url: 'http://127.0.0.1:1'}]\n" + both, Path.of("")))
                .hasMessageContaining("the gateways tell one another by redis already");
    }

    private static int left(Gateway gateway) {
        try (Client client = new Client(gateway.port())) {
            client.write(
                    "GET /v1/models HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer sk-a\r\nConnection: close\r\n\r\n");
            String page = client.readAll();
            String name = "x-ratelimit-remaining-requests: ";
            int at = page.indexOf(name) + name.length();
            return Integer.parseInt(page.substring(at, page.indexOf('\r', at)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String request(String headers, String body) {
        return "POST " + EMBEDDINGS + " HTTP/1.1\r\nHost: g\r\n" + headers + "Content-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private static String asked(Gateway gateway, String headers) throws IOException {
        return asked(gateway, headers, 0);
    }

    private static String asked(Gateway gateway, String headers, int which) throws IOException {
        try (Client client = new Client(gateway.port())) {
            client.write(request(headers, BODY.replace("ship", "ship " + which)));
            return client.readUntil("}");
        }
    }

    private ScriptedServer counting() throws IOException {
        return new ScriptedServer((_, peer) -> {
            peer.json(200, "{\"n\":" + answers.incrementAndGet() + "}");
            return true;
        });
    }

    private static String cached(RedisServer redis, String more) {
        return "cache: {}\nredis: {use: [cache], url: '" + redis.url() + "'" + more + "}\n";
    }

    private Gateway start(ScriptedServer server, String more) {
        return Started.of(
                "servers: [{url: '" + server.url() + "', models: [m]}]\nhealth: {metrics: 0s}\n" + more,
                null,
                notes::add);
    }

    private static void awaitUp(Gateway gateway) throws InterruptedException {
        awaitMetric(gateway, "berth_gateway_redis_up 1");
    }

    private static void awaitMetric(Gateway gateway, String line) throws InterruptedException {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics").contains("\n" + line + "\n"),
                () -> "no " + line + " in " + Client.page(gateway.port(), "/metrics"));
    }

    private static Path resource(String name) throws Exception {
        return Path.of(RedisTest.class.getResource(name).toURI());
    }
}
