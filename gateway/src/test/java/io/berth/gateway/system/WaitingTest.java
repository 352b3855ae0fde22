package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that wait at a gateway, over sockets: one server that takes one at a time, and answers when the test says. */
@Timeout(60)
class WaitingTest {
    private static final String CHAT = "/v1/chat/completions";

    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final Semaphore answers = new Semaphore(0);

    @Test
    void theUrgentGoFirst() throws Exception {
        try (ScriptedServer server = server();
                Gateway gateway = start(server, "");
                Client first = new Client(gateway.port());
                Client usual = new Client(gateway.port());
                Client urgent = new Client(gateway.port())) {
            ask(first, "", "one");
            assertThat(begin()).contains("one");
            ask(usual, "", "two");
            awaitUnderWay(gateway, 2);
            ask(urgent, "x-berth-priority: 1\r\n", "three");
            awaitUnderWay(gateway, 3);
            answers.release(3);
            assertThat(begin()).contains("three");
            assertThat(begin()).contains("two");
            assertThat(urgent.readUntil("{}")).startsWith("HTTP/1.1 200");
            assertThat(server.requests().get(1).header("x-berth-priority")).isEmpty();
        }
    }

    @Test
    void whoComesWhenItWasToldToIsLetIn() throws Exception {
        try (ScriptedServer server = server();
                Gateway gateway = start(server, "admit: {queue-limit: {length: 1}}\n");
                Client first = new Client(gateway.port());
                Client second = new Client(gateway.port());
                Client third = new Client(gateway.port());
                Client other = new Client(gateway.port())) {
            ask(first, "", "one");
            assertThat(begin()).contains("one");
            ask(second, "", "two");
            awaitUnderWay(gateway, 2);
            ask(third, "", "three");
            String refused = third.readUntil("}}");
            assertThat(refused).startsWith("HTTP/1.1 429").contains("rate_limit_exceeded", "retry-after: ");
            Thread.sleep(Long.parseLong(header(refused, "retry-after-ms")));
            ask(other, "", "four");
            assertThat(other.readUntil("}}")).startsWith("HTTP/1.1 429");
            // A client that says that it is its first try has not been told anything.
            ask(other, "x-stainless-retry-count: 0\r\n", "three");
            assertThat(other.readUntil("}}")).startsWith("HTTP/1.1 429");
            // There is no more room than before; but it was told so.
            ask(third, "", "three");
            awaitUnderWay(gateway, 3);
            answers.release(3);
            assertThat(third.readUntil("{}")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void whatIsOfNoMoreUseIsGivenUp() throws Exception {
        try (ScriptedServer server = server();
                Gateway gateway = start(server, "");
                Client first = new Client(gateway.port());
                Client late = new Client(gateway.port())) {
            ask(first, "", "one");
            assertThat(begin()).contains("one");
            ask(late, "x-berth-deadline-ms: 150\r\n", "two");
            assertThat(late.readUntil("}}")).startsWith("HTTP/1.1 504");
            answers.release();
            assertThat(first.readUntil("{}")).startsWith("HTTP/1.1 200");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"x-berth-priority, high", "x-berth-deadline-ms, 2s", "x-berth-deadline-ms, 0", "x-berth-deadline-ms, -5"
    })
    void whatCannotBeReadIsRefused(String name, String value) throws Exception {
        try (ScriptedServer server = server();
                Gateway gateway = start(server, "");
                Client client = new Client(gateway.port())) {
            ask(client, name + ": " + value + "\r\n", "one");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 400").contains(name);
            assertThat(server.requests()).isEmpty();
        }
    }

    private ScriptedServer server() throws IOException {
        return new ScriptedServer((asked, peer) -> {
            begun.add(asked.body());
            answers.acquire();
            peer.json(200, "{}");
            return true;
        });
    }

    private static Gateway start(ScriptedServer server, String more) {
        return Started.of(
                "servers: [{url: '" + server.url()
                        + "', slots: 1}]\nbalance: least-connections\nhealth: {metrics: 0s}\n" + more,
                null,
                _ -> {});
    }

    private String begin() throws InterruptedException {
        String body = begun.poll(20, TimeUnit.SECONDS);
        return body == null ? "nothing" : body;
    }

    private static void ask(Client client, String headers, String prompt) throws IOException {
        String body = "{\"prompt\":\"" + prompt + "\"}";
        client.write("POST " + CHAT + " HTTP/1.1\r\nHost: gateway\r\n" + headers + "Content-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private static void awaitUnderWay(Gateway gateway, int count) throws Exception {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests " + count + "\n"),
                () -> "there are never " + count);
    }

    private static String header(String answer, String name) {
        return answer.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
