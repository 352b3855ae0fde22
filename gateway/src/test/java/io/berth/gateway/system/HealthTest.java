package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway does where servers are there and do not do, or are not there. */
class HealthTest {
    private static final String OK = "{\"usage\":{\"completion_tokens\":3}}";

    @TempDir
    private Path folder;

    /** It answers /health, and breaks off each request. */
    @Test
    void aServerThatFailsRequestsIsEjectedForLongerEachTime() throws Exception {
        try (ScriptedServer bad = new ScriptedServer((_, _) -> false);
                ScriptedServer good = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder,
                        FleetFile.servers(bad, good)
                                + "balance: random\nhealth: {ejection: 1s, interval: 50ms, slow_start: 1s}")) {
            untilNote(gateway, "ejected for 1 s");
            int firstTime = bad.requests().size();
            untilNote(gateway, "ejected for 2 s");
            assertThat(firstTime).isEqualTo(3);
            // After the ejection one request was enough to see that nothing had become better.
            assertThat(bad.requests()).hasSize(4);
            assertThat(gateway.metrics()).contains("berth_gateway_ejections_total 2");
        }
    }

    @Test
    void answersOf500AreFailures() throws Exception {
        try (ScriptedServer bad = answering(500);
                ScriptedServer good = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder, FleetFile.servers(bad, good) + "balance: random\nhealth: {ejection: 60s}")) {
            long failed = 0;
            for (int i = 0; i < 60; i++) {
                failed += gateway.chat().statusCode() == 500 ? 1 : 0;
            }
            assertThat(failed).isEqualTo(3);
            assertThat(gateway.notes)
                    .containsExactly("server 127.0.0.1:" + bad.port() + " is ejected for 60 s: it answers with 500");
        }
    }

    @Test
    void theLastServersAreNotEjected() throws Exception {
        try (ScriptedServer one = answering(500);
                ScriptedServer two = answering(500);
                ScriptedServer three = answering(500);
                FleetFile gateway = new FleetFile(
                        folder,
                        FleetFile.servers(one, two, three)
                                + "balance: random\nhealth: {ejection: 60s, most_ejected: 0.7}")) {
            for (int i = 0; i < 60; i++) {
                assertThat(gateway.chat().statusCode()).isEqualTo(500);
            }
            assertThat(gateway.metrics())
                    .contains("berth_gateway_ejections_total 2")
                    .contains("state=\"up\"");
        }
    }

    /** The system takes connections for it, and nobody ever reads them. */
    @Test
    void aBlackHoleKeepsNoRequest() throws Exception {
        try (ServerSocket hole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ScriptedServer good = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder,
                        "servers: [{url: 'http://127.0.0.1:" + hole.getLocalPort() + "', speed: 2}, {url: '"
                                + good.url() + "'}]\nhealth: {interval: 50ms, timeout: 100ms, silence: 100ms}")) {
            assertThat(together(gateway, 40)).containsOnly(200).hasSize(40);
            assertThat(good.requests()).hasSize(40);
            assertThat(gateway.notes).anyMatch(note -> note.contains(hole.getLocalPort() + " is lost"));
        }
    }

    /** It answers /health, and nothing else. */
    @Test
    void aServerThatDoesNotBeginToAnswerIsLeft() throws Exception {
        try (ScriptedServer hole = new ScriptedServer((_, _) -> {
                    Thread.sleep(60_000);
                    return false;
                });
                ScriptedServer good = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder, FleetFile.servers(hole, good) + "balance: round-robin\nlimits: {first_byte: 200ms}")) {
            assertThat(together(gateway, 20)).containsOnly(200).hasSize(20);
            assertThat(good.requests()).hasSize(20);
            assertThat(gateway.notes).anyMatch(note -> note.contains("did not begin to answer in time"));
        }
    }

    @Test
    void anAnswerThatStopsInItsMidstEndsWithAnError() throws Exception {
        try (ScriptedServer stalling = new ScriptedServer((_, peer) -> {
                    peer.write(
                            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
                    peer.chunk("data: one\n\n");
                    Thread.sleep(60_000);
                    return false;
                });
                FleetFile gateway = new FleetFile(folder, FleetFile.servers(stalling) + "limits: {next_byte: 200ms}");
                Client client = new Client(gateway.port())) {
            client.post(FleetFile.CHAT, "{\"stream\":true}");
            assertThat(client.readAll())
                    .contains("data: one\n\n")
                    .contains("data: {\"error\":{")
                    .endsWith("0\r\n\r\n");
        }
    }

    @Test
    void halfOfTheFleetLostLosesNoRequest() throws Exception {
        AtomicBoolean dead = new AtomicBoolean();
        List<ScriptedServer> servers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean mortal = i < 2;
            servers.add(new ScriptedServer((_, peer) -> {
                Thread.sleep(5);
                if (mortal && dead.get()) {
                    return false;
                }
                peer.json(200, OK);
                return true;
            }));
        }
        try (FleetFile gateway = new FleetFile(folder, FleetFile.servers(servers.toArray(ScriptedServer[]::new)));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Integer>> statuses = threads.submit(() -> together(gateway, 300));
            FleetFile.await(() -> servers.get(2).requests().size() > 20, () -> "no requests come");
            dead.set(true);
            servers.get(0).close();
            servers.get(1).close();
            assertThat(statuses.get(60, TimeUnit.SECONDS)).containsOnly(200).hasSize(300);
        } finally {
            for (ScriptedServer server : servers) {
                server.close();
            }
        }
    }

    @Test
    void whereNoServerIsUpARequestWaitsForOne() throws Exception {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        String none = "servers: [{url: 'http://127.0.0.1:" + nobody + "'}]\nlimits: {no_server_wait: ";
        try (ScriptedServer late = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(folder, none + "60s}");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            gateway.awaitNote("is lost");
            Future<HttpResponse<String>> answer = threads.submit(gateway::chat);
            Future<HttpResponse<String>> other = threads.submit(gateway::chat);
            FleetFile.await(() -> waiting(gateway) == 2, () -> "they do not wait");
            gateway.reload(FleetFile.servers(late));
            assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(other.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(waiting(gateway)).isZero();

            gateway.reload(none + "200ms}");
            gateway.awaitNote("leaving: 127.0.0.1:" + late.port());
            HttpResponse<String> in = gateway.chat();
            assertThat(in.statusCode()).isEqualTo(503);
            assertThat(in.headers().firstValue("retry-after")).isPresent();
            assertThat(waiting(gateway)).isZero();
        }
    }

    @Test
    void whatAServerSaidLongAgoCountsLessAndLess() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder, FleetFile.servers(server) + "health: {metrics: 20ms, stale: 100ms, blind: 400ms}")) {
            assertThat(gateway.metrics()).contains("mode=\"blind\"").doesNotContain("report_age_seconds{");
            server.pages.put("/metrics", "vllm:num_requests_running 3\nvllm:num_requests_waiting 1\n");
            untilMetrics(gateway, "mode=\"fresh\"");
            assertThat(gateway.metrics()).contains("berth_gateway_server_report_age_seconds{server=");
            server.pages.clear();
            untilMetrics(gateway, "mode=\"decayed\"");
            untilMetrics(gateway, "mode=\"blind\"");
        }
    }

    /** A server of any engine is asked for its load where that engine says it, and for its models. */
    @Test
    void enginesAreFoundOut() throws Exception {
        try (ScriptedServer comfy = ScriptedServer.answering(OK);
                ScriptedServer ollama = ScriptedServer.answering(OK);
                FleetFile gateway = new FleetFile(
                        folder,
                        "servers: [{url: '" + comfy.url() + "', models: [sdxl]}, {url: '" + ollama.url()
                                + "', engine: ollama}]\nhealth: {metrics: 10ms}")) {
            ollama.pages.put("/api/tags", "{\"models\": [{\"name\": \"llama3:latest\"}]}");
            comfy.pages.put("/queue", "{\"queue_running\": [[0]], \"queue_pending\": []}");
            untilMetrics(
                    gateway, "berth_gateway_server_mode{server=\"127.0.0.1:" + comfy.port() + "\",mode=\"fresh\"} 1");
        }
    }

    private static int waiting(FleetFile gateway) {
        try {
            String line = gateway.metrics()
                    .lines()
                    .filter(each -> each.startsWith("berth_gateway_requests_without_server "))
                    .findFirst()
                    .orElseThrow();
            return (int) Double.parseDouble(line.split(" ")[1]);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks until a note has {@code part}; all answers are good. */
    private static void untilNote(FleetFile gateway, String part) throws IOException, InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (gateway.notes.stream().noneMatch(note -> note.contains(part))) {
            assertThat(gateway.chat().statusCode()).isEqualTo(200);
            assertThat(System.nanoTime()).as(gateway.notes.toString()).isLessThan(end);
        }
    }

    private static void untilMetrics(FleetFile gateway, String part) throws InterruptedException {
        FleetFile.await(
                () -> {
                    try {
                        return gateway.metrics().contains(part);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return false;
                    }
                },
                () -> "its figures never have " + part);
    }

    private static List<Integer> together(FleetFile gateway, int requests) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Integer>>> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(threads.submit(() -> {
                    List<Integer> own = new ArrayList<>();
                    for (int n = 0; n < requests / 10; n++) {
                        own.add(gateway.chat().statusCode());
                    }
                    return own;
                }));
            }
            for (Future<List<Integer>> client : clients) {
                statuses.addAll(client.get(60, TimeUnit.SECONDS));
            }
        }
        return statuses;
    }

    private static ScriptedServer answering(int status) throws IOException {
        return new ScriptedServer((_, peer) -> {
            peer.json(status, OK);
            return true;
        });
    }
}
