package io.berth.console.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.edge.access.Caller;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventStreamTest extends ServedTest {
    /** An event as it came. */
    private record Told(String type, String id, String data) {
        Tree json() {
            return JsonReader.read(Source.inline("event", data));
        }
    }

    @BeforeEach
    void aConsole() {
        serve(Cluster.of(2, null), ConsoleOptions.local(0).withTimes(Duration.ofMillis(200), Duration.ofMillis(300)));
    }

    @Test
    void whatChangesIsToldAsItDoes() {
        Iterator<Told> events = follow("", "");
        assertThat(events.next().type()).isEqualTo("ready");

        cluster.submit(Cluster.endless("a", "default", 1));
        assertThat(states(events, "running")).startsWith("reserved").doesNotHaveDuplicates();
        client.post("/api/v1/nodes/node-1/drain", "");
        Told node = events.next();
        assertThat(node.type()).isEqualTo("node");
        assertThat(node.json().require("state").text()).isEqualTo("draining");
        client.send("PUT", "/api/v1/strategy", "\"fgd\"");
        Told strategy = events.next();
        assertThat(strategy.type()).isEqualTo("strategy");
        assertThat(strategy.json().require("place").text()).isEqualTo("fgd");
        client.delete("/api/v1/jobs/1");
        assertThat(states(events, "cancelled")).containsExactly("stopping", "cancelled");
    }

    @Test
    void aReaderThatComesBackMissesNothing() {
        Iterator<Told> events = follow("?types=job", "");
        events.next();
        cluster.submit(Cluster.endless("a", "default", 1));
        Told first = events.next();
        cluster.submit(Cluster.endless("b", "default", 1));
        client.delete("/api/v1/jobs/2");

        Iterator<Told> again = follow("?types=job", first.id());
        assertThat(again.next().type()).isEqualTo("ready");
        List<Told> rest = new ArrayList<>();
        do {
            rest.add(again.next());
        } while (!rest.getLast().data().contains("\"cancelled\""));
        assertThat(rest).extracting(Told::id).doesNotHaveDuplicates().doesNotContain(first.id());
        assertThat(rest.getLast().json().require("id").whole()).isEqualTo(2);
    }

    @Test
    void aReaderFromBeforeARestartIsToldToReadTheListsAgain() {
        assertThat(follow("", "00000000-7").next().type()).isEqualTo("reset");
        assertThat(follow("", "nonsense").next().type()).isEqualTo("reset");
        assertThat(follow("", cluster.view().ring().epoch() + "-99999").next().type())
                .isEqualTo("reset");
    }

    @Test
    void aReaderThatFallsBehindIsDroppedAndTold() throws Exception {
        ChangeRing ring = new ChangeRing();
        EventFeed feed = new EventFeed(
                ring, Caller.LOCAL, Set.of("job"), "", new EventFeed.Pace(Duration.ofMillis(10), () -> false));
        List<String> sent = new ArrayList<>();
        feed.writeTo(bytes -> {
            sent.add(new String(bytes, StandardCharsets.UTF_8));
            for (int i = 0; i < ChangeRing.KEPT + 5; i++) {
                ring.add("job", _ -> "{}");
            }
        });

        assertThat(sent).hasSize(2);
        assertThat(sent.getLast()).startsWith("event: dropped\n").contains("\"missed\":5");
    }

    @Test
    void aReaderThatTakesNothingIsLetGo() throws Exception {
        URI uri = server.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setReceiveBufferSize(4_096);
            socket.getOutputStream()
                    .write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');
            String large = "{\"x\":\"" + "x".repeat(100_000) + "\"}";
            // More than the buffers of both sides take, until the server has given the reader up.
            while (readers() > 0) {
                cluster.view().ring().add("job", _ -> large);
            }
        }
    }

    @Test
    void oneCallerFollowsOnlySoOften() throws Exception {
        URI uri = server.uri();
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 65; i++) {
                Socket socket = new Socket(uri.getHost(), uri.getPort());
                sockets.add(socket);
                String request = "GET /api/v1/events HTTP/1.0\r\nHost: localhost\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                String status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                assertThat(status).as("stream " + i).isEqualTo(i < 64 ? "HTTP/1.1 200" : "HTTP/1.1 429");
                if (i < 64) {
                    assertThat(untilReady(socket.getInputStream())).isTrue();
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static boolean untilReady(InputStream in) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (text.indexOf("event: ready") >= 0) {
                return true;
            }
        }
        return false;
    }

    @Test
    void streamsEndWithTheServer() {
        Iterator<Told> events = follow("", "");
        events.next();
        server.close();
        assertThatThrownBy(events::next).isInstanceOf(NoSuchElementException.class);
    }

    private double readers() {
        return client.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("berth_event_readers "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    /** The states of jobs that are told until {@code last}. */
    private static List<String> states(Iterator<Told> events, String last) {
        List<String> states = new ArrayList<>();
        do {
            Told event = events.next();
            assertThat(event.type()).isEqualTo("job");
            states.add(event.json().require("state").text());
        } while (!states.getLast().equals(last));
        return states;
    }

    private Iterator<Told> follow(String query, String lastEventId) {
        var request = client.request("/api/v1/events" + query);
        if (!lastEventId.isEmpty()) {
            request.header("Last-Event-ID", lastEventId);
        }
        return new Events(client.lines(request).iterator());
    }

    /** Puts lines together to events; comments are left out. */
    private static final class Events implements Iterator<Told> {
        private final Iterator<String> lines;

        Events(Iterator<String> lines) {
            this.lines = lines;
        }

        @Override
        public boolean hasNext() {
            return lines.hasNext();
        }

        @Override
        public Told next() {
            String type = "";
            String id = "";
            String data = "";
            while (true) {
                String line = lines.next();
                if (line.startsWith("event: ")) {
                    type = line.substring(7);
                } else if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !type.isEmpty()) {
                    return new Told(type, id, data);
                }
            }
        }
    }
}
