package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway makes of a file that changes while requests come. */
class ReloadTest {
    private static final String OK = "{\"usage\":{\"completion_tokens\":3}}";
    private static final int REQUESTS = 400;

    @TempDir
    private Path folder;

    @Test
    void underLoadNoRequestIsLost() throws Exception {
        try (ScriptedServer one = slow();
                ScriptedServer two = slow();
                ScriptedServer three = slow();
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(one, two))) {
            AtomicInteger done = new AtomicInteger();
            List<String> lists = List.of(
                    FleetFile.servers(three),
                    FleetFile.servers(one, three),
                    "servers: [{url: '" + two.url() + "', name: a, weight: 3}, {url: '" + one.url() + "'}]",
                    "servers: [{url: '" + three.url() + "', name: a}]\nlimits: {retries: 0, body: 1Mi}",
                    FleetFile.servers(one, two));
            List<Integer> statuses = load(gateway, done, () -> {
                for (int i = 0; done.get() < REQUESTS - 40; i++) {
                    gateway.reload(lists.get(i % lists.size()));
                    Thread.sleep(10);
                }
                return null;
            });

            assertThat(statuses).hasSize(REQUESTS).containsOnly(200);
            assertThat(one.requests()).isNotEmpty();
            assertThat(three.requests()).isNotEmpty();
            assertThat(gateway.notes).anyMatch(note -> note.contains("changed: a"));
        }
    }

    /** Numbers of servers come and go: whoever still has one that was given again must not mix up the two. */
    @Test
    void aStormOfServersLosesNone() throws Exception {
        List<ScriptedServer> servers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            servers.add(named("s" + i));
        }
        try (FleetFile gateway = new FleetFile(folder, FleetFile.servers(servers.getFirst()))) {
            Random random = new Random(7);
            AtomicInteger done = new AtomicInteger();
            List<Integer> statuses = load(gateway, done, () -> {
                while (done.get() < REQUESTS - 40) {
                    List<ScriptedServer> some = new ArrayList<>(servers);
                    java.util.Collections.shuffle(some, random);
                    gateway.reload(FleetFile.servers(
                            some.subList(0, 1 + random.nextInt(5)).toArray(ScriptedServer[]::new)));
                    Thread.sleep(2);
                }
                return null;
            });

            assertThat(statuses).hasSize(REQUESTS).containsOnly(200);
        } finally {
            for (ScriptedServer server : servers) {
                server.close();
            }
        }
    }

    @Test
    void whatIsUnderWayAtAServerThatLeavesEnds() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedServer leaving = new ScriptedServer((_, peer) -> {
                    asked.countDown();
                    assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
                    peer.json(200, OK);
                    return true;
                });
                ScriptedServer staying = named("staying");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(leaving));
                Client client = new Client(gateway.port())) {
            client.post(FleetFile.CHAT, "{}");
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            gateway.reload(FleetFile.servers(staying));
            gateway.awaitNote("leaving: 127.0.0.1:" + leaving.port());
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.chat().body()).contains("staying");
            }
            assertThat(gateway.metrics())
                    .contains("berth_gateway_server_requests{server=\"127.0.0.1:" + leaving.port() + "\"} 1")
                    .contains("server=\"127.0.0.1:" + leaving.port() + "\",state=\"leaving\"");
            go.countDown();
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200").endsWith(OK);
            FleetFile.await(
                    () -> text(gateway)
                            .lines()
                            .filter(line -> line.startsWith("berth_gateway_server_"))
                            .noneMatch(line -> line.contains("" + leaving.port())),
                    () -> "it has not left: " + text(gateway));
        }
    }

    @Test
    void idleConnectionsToAServerThatLeftAreClosed() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean served = new AtomicBoolean();
        try (ScriptedServer leaving = new ScriptedServer((_, peer) -> {
                    peer.json(200, OK);
                    served.set(true);
                    // The gateway sends nothing more on it: this reads the end.
                    if (peer.in().read() < 0) {
                        ended.countDown();
                    }
                    return false;
                });
                ScriptedServer staying = named("staying");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(leaving))) {
            assertThat(gateway.chat().statusCode()).isEqualTo(200);
            assertThat(served).isTrue();
            gateway.reload(FleetFile.servers(staying));
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aWrongFileIsRefusedAndTheSettingsStay() throws Exception {
        try (ScriptedServer server = named("one");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(server))) {
            gateway.reload("servers: [{url: 'http://127.0.0.1:1', spede: 2}]");
            gateway.awaitNote("goes on with the settings that it had: ");
            assertThat(gateway.notes.getLast()).contains("gateway.yaml", "spede", "speed");
            gateway.reload("servers: [");
            FleetFile.await(() -> gateway.notes.size() > 1, () -> "no second note");
            assertThat(gateway.notes.getLast()).startsWith("goes on with the settings that it had: ");
            gateway.reload(FleetFile.servers(server) + "certificate: gone.pem\nkey: gone.pem");
            FleetFile.await(() -> gateway.notes.size() > 2, () -> "no third note");
            assertThat(gateway.notes.getLast()).contains("gone.pem");
            assertThat(gateway.chat().body()).contains("one");
        }
    }

    @Test
    void newConnectionsUseTheNewCertificate() throws Exception {
        Path certificate = GatewayTest.resource("cert.pem");
        try (ScriptedServer server = named("one");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(server));
                Client older = new Client(gateway.port())) {
            older.post(FleetFile.CHAT, "{}");
            assertThat(older.readUntil("}}")).startsWith("HTTP/1.1 200");
            Files.copy(certificate, folder.resolve("cert.pem"));
            Files.copy(GatewayTest.resource("key.pem"), folder.resolve("key.pem"));
            gateway.reload(FleetFile.servers(server) + "certificate: cert.pem\nkey: key.pem");
            gateway.awaitNote("goes by its settings as they are now");
            try (HttpClient client = HttpClient.newBuilder()
                    .sslContext(GatewayTest.trusting(certificate))
                    .build()) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("https://127.0.0.1:" + gateway.port() + FleetFile.CHAT))
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
                assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
            }
            older.post(FleetFile.CHAT, "{}");
            assertThat(older.readUntil("}}")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void whatNeedsARestartIsSaid() throws Exception {
        try (ScriptedServer server = named("one");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(server))) {
            gateway.reload(FleetFile.servers(server) + "balance: least-connections\nhost: 0.0.0.0");
            gateway.awaitNote("what changed of host, balance, queue, admit, wait or preempt holds after a restart");
        }
    }

    @Test
    void aFileThatIsWrittenIsReadWithoutASignal() throws Exception {
        try (ScriptedServer one = named("one");
                ScriptedServer two = named("two");
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(one))) {
            gateway.write(FleetFile.servers(two));
            gateway.awaitNote("joined: 127.0.0.1:" + two.port());
            assertThat(gateway.chat().body()).contains("two");
        }
    }

    @Test
    void keysAndModelsChangeInPlace() throws Exception {
        try (ScriptedServer server = named("one");
                FleetFile gateway = new FleetFile(
                        folder, "servers: [{url: '" + server.url() + "', api_key: sk-1, models: [m, n]}]")) {
            gateway.chat();
            gateway.reload("servers: [{url: '" + server.url() + "', api_key: sk-2, models: [m, n]}]");
            gateway.awaitNote("changed: ");
            gateway.chat();
            assertThat(server.requests())
                    .extracting(asked -> asked.header("authorization"))
                    .containsExactly("Bearer sk-1", "Bearer sk-2");
            assertThat(gateway.metrics()).contains("state=\"up\"").doesNotContain("state=\"leaving\"");
        }
    }

    @Test
    void aListOfServersIsAFileOfItsOwn() throws Exception {
        Path list = folder.resolve("servers.yaml");
        try (ScriptedServer one = named("one");
                ScriptedServer two = named("two")) {
            Files.writeString(list, "- {url: '" + one.url() + "'}\n");
            try (FleetFile gateway = new FleetFile(folder, "servers: [{file: servers.yaml, weight: 2}]")) {
                gateway.awaitNote("joined: 127.0.0.1:" + one.port());
                assertThat(gateway.chat().body()).contains("one");
                Files.writeString(list, "{\"servers\": [{\"url\": \"" + two.url() + "\"}]}");
                gateway.awaitNote("joined: 127.0.0.1:" + two.port());
                assertThat(gateway.chat().body()).contains("two");
                Files.writeString(list, "- {url: 'https://nowhere'}\n");
                gateway.awaitNote("servers stay as they were");
                assertThat(gateway.chat().body()).contains("two");
            }
        }
    }

    /** Has some clients ask, one request after another, while something happens; gives the statuses of all answers. */
    private static List<Integer> load(FleetFile gateway, AtomicInteger done, Callable<Void> meanwhile)
            throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Integer>>> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(threads.submit(() -> {
                    List<Integer> statuses = new ArrayList<>();
                    for (int n = 0; n < REQUESTS / 8; n++) {
                        HttpResponse<String> answer = gateway.chat();
                        statuses.add(answer.statusCode());
                        done.incrementAndGet();
                    }
                    return statuses;
                }));
            }
            Future<Void> changes = threads.submit(meanwhile);
            List<Integer> statuses = new ArrayList<>();
            for (Future<List<Integer>> client : clients) {
                statuses.addAll(client.get(60, TimeUnit.SECONDS));
            }
            changes.get(60, TimeUnit.SECONDS);
            return statuses;
        }
    }

    private static String text(FleetFile gateway) {
        try {
            return gateway.metrics();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static ScriptedServer slow() throws IOException {
        return new ScriptedServer((_, peer) -> {
            Thread.sleep(10);
            peer.json(200, OK);
            return true;
        });
    }

    private static ScriptedServer named(String name) throws IOException {
        return ScriptedServer.answering("{\"name\":\"" + name + "\",\"usage\":{\"completion_tokens\":3}}");
    }
}
