package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are ended for more urgent ones, and those whose clients left, over sockets: one server that takes one at a time. */
@Timeout(60)
class EvictionTest {
    private static final String SHEDDABLE = "x-berth-priority: -1\r\n";

    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final Semaphore answers = new Semaphore(0);

    @Test
    void whatIsSheddableMakesRoomAndIsAskedAgain() throws Exception {
        try (ScriptedServer server = server("");
                Gateway gateway = start(server, "preempt: {}\n");
                Client batch = new Client(gateway.port());
                Client urgent = new Client(gateway.port())) {
            ask(batch, SHEDDABLE, "one");
            assertThat(begin()).contains("one");
            ask(urgent, "", "two");
            assertThat(begin()).contains("two");
            answers.release(2);
            assertThat(urgent.readUntil("{}")).startsWith("HTTP/1.1 200");
            assertThat(begin()).contains("one");
            answers.release(2);
            assertThat(batch.readUntil("{}")).startsWith("HTTP/1.1 200");
            assertThat(Client.page(gateway.port(), "/metrics")).contains("\nberth_gateway_evictions_total 1\n");
        }
    }

    @Test
    void whatCannotBeSentAgainIsToldWhenToCome() throws Exception {
        try (ScriptedServer server = server("");
                Gateway gateway = start(server, "preempt: {}\nlimits: {buffer: 1Ki}\n");
                Client batch = new Client(gateway.port());
                Client urgent = new Client(gateway.port())) {
            ask(batch, SHEDDABLE, "x".repeat(5_000));
            assertThat(begin()).contains("xxx");
            ask(urgent, "", "two");
            assertThat(begin()).contains("two");
            String ended = batch.readUntil("}}");
            assertThat(ended).startsWith("HTTP/1.1 503").contains("server_is_overloaded", "retry-after: ");
            answers.release(2);
            assertThat(urgent.readUntil("{}")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void whatStreamsGoesOnUnlessToldOtherwise() throws Exception {
        String head = "HTTP/1.1 200 x\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (boolean streaming : new boolean[] {false, true}) {
            try (ScriptedServer server = server(head);
                    Gateway gateway = start(server, "preempt: {streaming: " + streaming + "}\n");
                    Client batch = new Client(gateway.port());
                    Client urgent = new Client(gateway.port())) {
                ask(batch, SHEDDABLE, "one");
                assertThat(batch.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
                assertThat(begin()).contains("one");
                ask(urgent, "", "two");
                if (streaming) {
                    assertThat(begin()).contains("two");
                    assertThat(batch.readUntil("0\r\n\r\n")).contains("\"code\":\"server_is_overloaded\"");
                } else {
                    FleetFile.await(
                            () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests 2\n"),
                            () -> "the second never waits");
                    assertThat(server.requests()).hasSize(1);
                    answers.release();
                    assertThat(batch.readUntil("{}")).endsWith("{}");
                    assertThat(begin()).contains("two");
                }
                answers.release(2);
                assertThat(urgent.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
            }
            answers.drainPermits();
        }
    }

    @Test
    void aSlotIsFreeWhenItsServerSaysSo() throws Exception {
        try (ScriptedServer server = server("")) {
            server.pages.put("/metrics", running(1));
            try (Gateway gateway = start(server, "health: {metrics: 20ms}\n");
                    Client next = new Client(gateway.port())) {
                try (Client leaves = new Client(gateway.port())) {
                    ask(leaves, "", "one");
                    assertThat(begin()).contains("one");
                    awaitLine(gateway, "mode=\"fresh\"} 1\n");
                    ask(next, "", "two");
                    awaitLine(gateway, "\nberth_gateway_requests 2\n");
                }
                awaitLine(gateway, "stopped_requests{server=\"127.0.0.1:" + server.port() + "\"} 1\n");
                assertThat(server.requests()).hasSize(1);
                server.pages.put("/metrics", running(0));
                assertThat(begin()).contains("two");
                answers.release(2);
                assertThat(next.readUntil("{}")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preempt: {}\nqueue: fifo",
                "preempt: {}\nwait: server",
                "preempt: {most: 0}",
                "preempt: {belwo: 1}"
            })
    void whatCannotBeIsSaid(String more) {
        assertThatThrownBy(() -> Started.settings("servers: [{url: 'http://127.0.0.1:1'}]\n" + more, Path.of("")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("gateway.yaml")
                .hasMessageContaining("preempt");
    }

    private static void awaitLine(Gateway gateway, String line) throws Exception {
        FleetFile.await(() -> Client.page(gateway.port(), "/metrics").contains(line), () -> "there is never " + line);
    }

    private static String running(int requests) {
        return "vllm:num_requests_running " + requests + "\nvllm:num_requests_waiting 0\n";
    }

    /** @param first what it says at once; empty for nothing */
    private ScriptedServer server(String first) throws IOException {
        return new ScriptedServer((asked, peer) -> {
            if (!first.isEmpty()) {
                peer.write(first);
            }
            begun.add(asked.body());
            answers.acquire();
            if (first.isEmpty()) {
                peer.json(200, "{}");
            } else {
                peer.chunk("{}");
                peer.write("0\r\n\r\n");
            }
            return true;
        });
    }

    private static Gateway start(ScriptedServer server, String more) {
        return Started.of(
                "servers: [{url: '" + server.url() + "', slots: 1}]\nbalance: least-connections\n"
                        + (more.contains("health") ? "" : "health: {metrics: 0s}\n") + more,
                null,
                _ -> {});
    }

    private String begin() throws InterruptedException {
        String body = begun.poll(20, TimeUnit.SECONDS);
        return body == null ? "nothing" : body;
    }

    private static void ask(Client client, String headers, String prompt) throws IOException {
        String body = "{\"prompt\":\"" + prompt + "\"}";
        client.write("POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n" + headers + "Content-Length: "
                + body.length() + "\r\n\r\n" + body);
    }
}
