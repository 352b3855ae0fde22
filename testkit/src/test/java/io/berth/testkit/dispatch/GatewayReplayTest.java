package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.time.Nanos;
import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.system.Gateway;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway records is what a simulation then has come. */
class GatewayReplayTest {
    private static final int REQUESTS = 30;
    private static final double TOKENS_PER_SECOND = 500;

    @TempDir
    private Path folder;

    @Test
    void requestsThatWereRecordedComeAgainUnderEachBalancer() throws IOException, InterruptedException {
        List<Integer> tokens = record(folder.resolve("record.jsonl.gz"));
        Path file = Files.writeString(folder.resolve("replay.yaml"), """
                fleet:
                  servers: [{count: 2, slots: 4, memory: 80Gi}]
                  report_interval: 500ms
                requests:
                  trace: record.jsonl.gz
                  format: gateway
                  decode_tokens_per_second: %s
                strategies: [predicted, round-robin, least-connections]
                """.formatted(TOKENS_PER_SECOND));
        FleetScenario scenario = FleetScenarioReader.read(Source.file(file), List.of());
        PreparedFleet prepared = PreparedFleet.read(scenario);

        for (DispatchSpec strategy : scenario.strategies()) {
            FleetRun.Setup setup = prepared.setup(strategy, 1);
            List<Integer> replayed = new ArrayList<>();
            for (RequestArrival arrival : setup.requests()) {
                double seconds = Nanos.toSeconds(arrival.stages().getFirst().workNanos());
                replayed.add((int) Math.floor(seconds * TOKENS_PER_SECOND));
            }
            assertThat(replayed).isEqualTo(tokens);
            assertThat(new FleetRun(setup, FleetObserver.NONE).run(_ -> {}).requestsFinished())
                    .isEqualTo(REQUESTS);
        }
        double work = tokens.stream().mapToInt(Integer::intValue).average().orElseThrow() / TOKENS_PER_SECOND;
        double latency = new FleetRun(prepared.setup(scenario.strategies().getFirst(), 1), FleetObserver.NONE)
                .run(_ -> {})
                .figures()
                .get("latency_mean_s");
        // One came after the other, so that none waited, unless all came within the time of a few answers.
        assertThat(latency).isGreaterThan(work - 1e-9);
        assertThat(prepared.requests(1)).isEqualTo(REQUESTS);
    }

    /** The tokens of the answers, in the order of their requests. */
    private static List<Integer> record(Path file) throws IOException, InterruptedException {
        List<Integer> tokens = new ArrayList<>();
        FakeSpec spec = FakeSpec.usual().with(FakeSpec.Pace.INSTANT);
        try (FakeServer one = FakeServer.start(spec, 0);
                FakeServer other = FakeServer.start(spec, 0);
                HttpClient client = HttpClient.newHttpClient();
                Gateway gateway = gateway(file, one, other)) {
            for (int i = 0; i < REQUESTS; i++) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + gateway.port() + "/v1/chat/completions"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"model\":\"fake\",\"messages\":[{\"role\":\"user\",\"content\":\"" + i + "\"}]}"))
                        .build();
                String answer = client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body();
                tokens.add(Integer.parseInt(answer.replaceAll("(?s).*\"completion_tokens\":([0-9]+).*", "$1")));
            }
        }
        return tokens;
    }

    private static Gateway gateway(Path record, FakeServer... servers) {
        StringBuilder file = new StringBuilder("port: 0\nservers:\n");
        for (FakeServer server : servers) {
            file.append("- {url: '").append(server.url()).append("'}\n");
        }
        GatewaySettings read = GatewaySettings.read(
                TreeReader.read(Source.text("gateway.yaml", file.toString())),
                Path.of(""),
                new DispatchReader(Path.of(""), _ -> {
                    throw new IllegalStateException("No model is stored.");
                }));
        GatewaySettings settings = read.with(read.telemetry().recording(record));
        return Gateway.start(settings, DispatchCatalog.standard().policies(settings.dispatch()), _ -> {});
    }
}
