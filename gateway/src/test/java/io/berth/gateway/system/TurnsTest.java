package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that wait for others, over sockets. */
@Timeout(60)
class TurnsTest {
    private static final String ANSWER = "{\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void requests_of_a_session_are_sent_in_the_order_in_which_they_came_under_load() throws Exception {
        int sessions = 6;
        int turns = 8;
        CountDownLatch allCame = new CountDownLatch(1);
        Queue<String> began = new ConcurrentLinkedQueue<>();
        Map<String, AtomicInteger> there = new ConcurrentHashMap<>();
        AtomicInteger together = new AtomicInteger();
        ScriptedServer.Script script = (asked, peer) -> {
            String session = asked.header("x-session-id");
            AtomicInteger mine = there.computeIfAbsent(session, _ -> new AtomicInteger());
            together.accumulateAndGet(mine.incrementAndGet(), Math::max);
            began.add(session + asked.header("x-turn"));
            allCame.await();
            mine.decrementAndGet();
            peer.json(200, ANSWER);
            return true;
        };
        Gateway gateway = gateway("sessions: {ordered: true}", server(script), server(script), server(script));

        List<Client> clients = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            for (char session = 'a'; session < 'a' + sessions; session++) {
                clients.add(ask(gateway, "x-session-id: " + session + "\r\nx-turn: " + turn));
                await(gateway, "berth_gateway_requests", clients.size());
            }
        }
        assertThat(figure(gateway, "berth_gateway_requests_waiting_for_others")).isEqualTo(sessions * (turns - 1));
        allCame.countDown();
        for (Client client : clients) {
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
        }

        assertThat(together).hasValue(1);
        for (char session = 'a'; session < 'a' + sessions; session++) {
            String mine = Character.toString(session);
            assertThat(began.stream().filter(one -> one.startsWith(mine)).map(one -> one.substring(1)))
                    .containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        }
    }

    @Test
    void a_client_that_leaves_the_line_does_not_hold_up_those_behind_it() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        ScriptedServer server = server((_, peer) -> {
            first.await();
            peer.json(200, ANSWER);
            return true;
        });
        Gateway gateway = gateway("sessions: {ordered: true, header: x-talk}", server);
        Client one = ask(gateway, "x-talk: a\r\nx-turn: 1");
        await(gateway, "berth_gateway_requests", 1);
        Client two = ask(gateway, "x-talk: a\r\nx-turn: 2");
        await(gateway, "berth_gateway_requests", 2);
        Client three = ask(gateway, "x-talk: a\r\nx-turn: 3");
        await(gateway, "berth_gateway_requests", 3);
        two.close();
        await(gateway, "berth_gateway_requests", 2);
        first.countDown();

        assertThat(one.readUntil("}}")).startsWith("HTTP/1.1 200");
        assertThat(three.readUntil("}}")).startsWith("HTTP/1.1 200");
        assertThat(server.requests())
                .extracting(asked -> asked.header("x-turn"))
                .containsExactly("1", "3");
    }

    @Test
    void a_session_moves_where_its_server_is_gone() throws Exception {
        List<Integer> served = new CopyOnWriteArrayList<>();
        AtomicInteger gone = new AtomicInteger(-1);
        List<ScriptedServer> servers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            servers.add(server((_, peer) -> {
                if (gone.get() == number) {
                    return false;
                }
                served.add(number);
                peer.json(200, ANSWER);
                return true;
            }));
        }
        Gateway gateway = gateway(
                "sessions: {ordered: true}\nbalance: {predicted: {stay: 1000}}",
                servers.toArray(ScriptedServer[]::new));
        for (int turn = 0; turn < 6; turn++) {
            assertThat(ask(gateway, "x-session-id: a").readUntil("}}")).startsWith("HTTP/1.1 200");
        }
        int home = served.getFirst();
        assertThat(served).hasSize(6).containsOnly(home);

        gone.set(home);
        servers.get(home).stop();
        for (int turn = 0; turn < 3; turn++) {
            assertThat(ask(gateway, "x-session-id: a").readUntil("}}")).startsWith("HTTP/1.1 200");
        }
        assertThat(served.subList(6, 9)).doesNotContain(home).containsOnly(served.get(6));
    }

    @Test
    void a_graph_is_done_in_its_order_and_circles_and_strangers_are_refused() throws Exception {
        CountDownLatch plan = new CountDownLatch(1);
        CountDownLatch planning = new CountDownLatch(1);
        List<String> began = new CopyOnWriteArrayList<>();
        ScriptedServer.Script script = (asked, peer) -> {
            String id = asked.header("x-request-id");
            assertThat(asked.header("x-berth-after")).isEmpty();
            began.add(id);
            if (id.equals("plan")) {
                planning.countDown();
                plan.await();
            }
            peer.json(id.startsWith("bad") ? 400 : 200, ANSWER);
            return true;
        };
        Gateway gateway = gateway("after: {come_within: 200ms, results: 10}", server(script), server(script));
        Client join = ask(gateway, "x-request-id: join\r\nx-berth-after: f1, f2");
        Client one = ask(gateway, "x-request-id: f1\r\nx-berth-after: plan");
        Client two = ask(gateway, "x-request-id: f2\r\nx-berth-after: plan");
        Client first = ask(gateway, "x-request-id: plan");
        await(gateway, "berth_gateway_requests_waiting_for_others", 3);
        planning.await();
        assertThat(began).containsExactly("plan");
        plan.countDown();
        for (Client client : List.of(first, one, two, join)) {
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
        }
        assertThat(began).startsWith("plan").endsWith("join").hasSize(4);

        assertThat(ask(gateway, "x-request-id: bad1").readUntil("}}")).startsWith("HTTP/1.1 400");
        assertThat(ask(gateway, "x-berth-after: bad1").readUntil("}}"))
                .startsWith("HTTP/1.1 424")
                .contains("predecessor_failed", "was not answered");
        assertThat(ask(gateway, "x-berth-after: nobody").readUntil("}}"))
                .startsWith("HTTP/1.1 424")
                .contains("predecessor_unknown");
        assertThat(ask(gateway, "x-request-id: me\r\nx-berth-after: me").readUntil("}}"))
                .startsWith("HTTP/1.1 400")
                .contains("predecessor_circle");
        assertThat(ask(gateway, "x-berth-after: a,,b").readUntil("}}"))
                .startsWith("HTTP/1.1 400")
                .contains("1 to 64 requests");
    }

    @Test
    void without_the_setting_nobody_is_let_wait_for_nothing() throws Exception {
        Gateway gateway = gateway("", server((_, peer) -> {
            peer.json(200, ANSWER);
            return true;
        }));
        assertThat(ask(gateway, "x-berth-after: a").readUntil("}}"))
                .startsWith("HTTP/1.1 400")
                .contains("has no \\\"after\\\"");
    }

    private static void await(Gateway gateway, String figure, int wanted) {
        while (figure(gateway, figure) != wanted) {
            Thread.onSpinWait();
        }
    }

    private static int figure(Gateway gateway, String name) {
        return Client.page(gateway.port(), "/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(-1);
    }

    private Client ask(Gateway gateway, String headers) throws IOException {
        Client client = new Client(gateway.port());
        open.add(client);
        client.write("POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Type: application/json\r\n" + headers
                + "\r\nContent-Length: 2\r\n\r\n{}");
        return client;
    }

    private ScriptedServer server(ScriptedServer.Script script) throws IOException {
        ScriptedServer server = new ScriptedServer(script);
        open.add(server);
        return server;
    }

    private Gateway gateway(String file, ScriptedServer... servers) {
        StringBuilder urls = new StringBuilder();
        for (ScriptedServer server : servers) {
            urls.append(urls.isEmpty() ? "" : ", ")
                    .append("{url: \"")
                    .append(server.url())
                    .append("\"}");
        }
        Gateway gateway = Started.of("servers: [" + urls + "]\n" + file, null, _ -> {});
        open.add(gateway);
        return gateway;
    }
}
