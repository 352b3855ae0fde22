package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.edge.scale.ScaleFigures;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.SourceSpec;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gateways before replicas of which there may be none, and what they say comes for them. */
@Timeout(60)
class ScaledServicesTest {
    private static final String FILE = """
            servers:
            - kubernetes: {service: models/llama, scale: {name: llama}, autoscale: {min: 0, max: 4, target: 2}}
              models: [llama]
            balance: least-connections
            health: {metrics: 0s}
            """;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    /** Where servers are found, as the test says. */
    private static final class Found implements ServerSource {
        private final SourceSpec spec;
        private Heard heard;

        Found(SourceSpec spec) {
            this.spec = spec;
        }

        @Override
        public void start(Heard to) {
            heard = to;
        }

        @Override
        public void close() {}

        void at(ScriptedServer server) {
            heard.servers(List.of(spec.traits().at("llama-1", "127.0.0.1", server.port())));
        }

        SortedMap<String, Told> demands() {
            return heard.demands(2);
        }

        long arrived() {
            return sum(demand -> demand.demand().arrived());
        }

        long waiting() {
            return sum(demand -> demand.demand().waiting());
        }

        private long sum(ToLongFunction<Told> of) {
            return demands().values().stream().mapToLong(of).sum();
        }
    }

    @Test
    void gatewaysAgreeOnWhatComesAlsoWhereThereIsNoServerYet() throws Exception {
        int first = free();
        int second = free();
        List<Found> found = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.answering("{}");
                Gateway one = start(peers(first, second), found);
                Client client = new Client(first)) {
            assertThat(Client.page(first, "/readyz")).startsWith("HTTP/1.1 200");
            assertThat(Client.page(first, "/v1/models")).contains("\"llama\"");
            Gateway two = start(peers(second, first), found);
            client.post("/v1/chat/completions", "{\"model\":\"llama\"}");
            for (Found each : found) {
                until(1, each::waiting);
                until(1, each::arrived);
                until(2, () -> each.demands().size());
            }
            found.forEach(each -> each.at(server));
            assertThat(client.readUntil("{}")).startsWith("HTTP/1.1 200");
            assertThat(asked(two)).startsWith("HTTP/1.1 200");
            for (Found each : found) {
                until(2, each::arrived);
                until(0, each::waiting);
            }
            // It counts from nothing, and is counted once.
            two.close();
            two = start(peers(second, first), found);
            until(1, found.getFirst()::arrived);
            assertThat(found.getFirst().demands()).hasSize(2);
            two.close();
            assertThat(one.servers()).isEqualTo(1);
        }
        assertThat(notes).noneMatch(note -> note.contains("no_server_wait"));
    }

    @Test
    void whatWasDecidedIsShown() throws Exception {
        List<Found> found = new CopyOnWriteArrayList<>();
        try (Gateway gateway = start(FILE, found)) {
            assertThat(notes)
                    .contains(
                            "service models/llama may have no replica, and limits.no_server_wait is 0s: requests that come then"
                                    + " are answered with 503 while one starts");
            assertThat(Client.page(gateway.port(), "/berth/services")).endsWith("{\"services\":[]}\n");
            found.getFirst()
                    .heard
                    .scaled(new ScaleRow(
                            "Deployment models/llama",
                            1,
                            0,
                            true,
                            "it is so",
                            new ScaleFigures(3, 2.5, 4_000_000_000L, 2, 1)));
            assertThat(Client.page(gateway.port(), "/berth/services"))
                    .endsWith(
                            "{\"services\":[{\"service\":\"service models/llama\",\"target\":\"Deployment models/llama\",\"replicas\":1,"
                                    + "\"ready\":0,\"wanted\":3,\"requests_per_second\":2.5,\"start_seconds\":4.0,\"ups\":2,\"downs\":1,"
                                    + "\"leads\":true,\"reason\":\"it is so\"}]}\n");
            assertThat(Client.page(gateway.port(), "/metrics"))
                    .contains(
                            "berth_service_replicas_wanted{service=\"service models/llama\"} 3\n",
                            "berth_service_scalings_total{service=\"service models/llama\",direction=\"up\"} 2\n",
                            "berth_gateway_scales{service=\"service models/llama\"} 1\n");
            // What came and was answered with 503 did come.
            assertThat(asked(gateway)).startsWith("HTTP/1.1 503");
            until(1, found.getFirst()::arrived);
        }
    }

    @Test
    void aServiceThatIsNotNamedHasNoPage() {
        try (Gateway gateway = start("servers: [{url: 'http://127.0.0.1:1'}]\n", new CopyOnWriteArrayList<>())) {
            assertThat(Client.page(gateway.port(), "/berth/services")).doesNotContain("\"services\"");
            assertThat(Client.page(gateway.port(), "/readyz")).startsWith("HTTP/1.1 503");
        }
    }

    private static String asked(Gateway gateway) throws IOException {
        try (Client client = new Client(gateway.port())) {
            client.post("/v1/chat/completions", "{\"model\":\"llama\"}");
            return client.readUntil("}");
        }
    }

    private static String peers(int port, int other) {
        return FILE + "limits: {no_server_wait: 20s}\npeer_secret: 0123456789abcdef\npeers: ['http://127.0.0.1:" + other
                + "']\nport: " + port;
    }

    private Gateway start(String file, List<Found> found) {
        GatewaySettings settings = Started.settings(file, Path.of(""));
        return Gateway.start(
                settings,
                DispatchCatalog.standard().policies(settings.dispatch()),
                spec -> {
                    Found one = new Found(spec);
                    found.add(one);
                    return one;
                },
                notes::add);
    }

    private static void until(long wanted, LongSupplier figure) throws Exception {
        FleetFile.await(() -> figure.getAsLong() == wanted, () -> figure.getAsLong() + " and not " + wanted);
    }

    private static int free() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            return taken.getLocalPort();
        }
    }
}
