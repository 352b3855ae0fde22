package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.Learning;
import io.berth.console.api.call.Sources;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.ExtendedResource;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.live.disk.DiskGuard;
import io.berth.live.disk.DiskRoom;
import io.berth.live.disk.RoomNeeded;
import io.berth.spec.input.Source;
import io.berth.spec.job.JobReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MetricApiTest {
    private static final List<String> OF_WORLDS = List.of(
            "berth_launches_",
            "berth_kube_",
            "berth_gateway_",
            "scheduler_",
            "berth_alert_messages_",
            "berth_rescues_",
            "berth_adaptive_",
            "berth_rescued_");
    private static final Path PAGE = Path.of("..", "docs", "reference", "metrics.md");

    @Test
    void everyMetricIsWrittenAndEveryLineIsOfOne(@TempDir Path folder) throws IOException {
        DiskGuard disk = new DiskGuard(folder, _ -> new DiskRoom(5, 10, 0, 0), new RoomNeeded(7, 0), _ -> {});
        disk.look();
        NodeSpec plain = NodeSpec.of("node-0", 64_000, 1L << 38, 8, "H100");
        NodeSpec node = plain.withCapacity(
                plain.capacity().withExtended(List.of(new ExtendedResource("example.com/licence", 2))));
        QueueSpec queue =
                QueueSpec.of("q\"\n\\").deserving("gpu", QueueAmount.of(1_000)).limited("gpu", QueueAmount.of(4_000));
        StrategySpec strategy =
                StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy").with(PolicyKind.SHARE, PolicySpec.of("usage"));
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, node),
                new Event.StrategyChanged(strategy),
                new Event.QueuesDeclared(List.of(queue)),
                new Event.QosDeclared(List.of(new QosClass("prompt", Nanos.HOUR, 0))));
        try (Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0)
                        .withSources(Sources.NONE
                                .withInsight(Learning.of(cluster, folder))
                                .withDisk(disk)
                                .withMetrics(new OfAWorld())));
                Client client = new Client(server)) {
            cluster.running(Cluster.endless("a \"b\"\\", "q\"\n\\", 2));
            cluster.submit(JobReader.read(
                    Source.text("job", "{command: [serve], service: {name: chat, autoscale: {max: 2, target: 4}}}")));
            client.get("/healthz");
            Client.Answer answer = onceCounted(client);

            assertThat(answer.type()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
            List<String> lines = answer.body().lines().toList();
            for (String metric : ofThePage()) {
                assertThat(lines).anyMatch(line -> line.startsWith("# HELP " + metric + " "));
                assertThat(lines).anyMatch(line -> line.startsWith(metric));
            }
            assertThat(lines).contains("# HELP berth_own What a world counts.", "berth_own 7");
            assertThat(lines)
                    .allMatch(line -> line.startsWith("# ")
                            || line.matches(
                                    "berth_[a-z_]+(\\{([a-z]+=\"([^\"\\\\]|\\\\.)*\",?)+})? [-+.eE0-9]+|.*NaN"));
            assertThat(lines).contains("berth_disk_free_bytes 5", "berth_disk_needed_bytes 7", "berth_disk_full 1");
            assertThat(lines).contains("berth_queue_jobs{queue=\"q\\\"\\n\\\\\",state=\"holding\"} 1");
            assertThat(lines)
                    .contains(
                            "berth_queue_quota{queue=\"q\\\"\\n\\\\\",resource=\"gpu\"} 1",
                            "berth_queue_limit{queue=\"q\\\"\\n\\\\\",resource=\"gpu\"} 4",
                            "berth_queue_held{queue=\"q\\\"\\n\\\\\",resource=\"gpu\"} 2",
                            "berth_queue_borrowed{queue=\"q\\\"\\n\\\\\",resource=\"gpu\"} 1",
                            "berth_queue_share{queue=\"q\\\"\\n\\\\\"} 0.25",
                            "berth_queue_started_total{queue=\"q\\\"\\n\\\\\"} 1");
            assertThat(lines)
                    .contains(
                            "berth_resource{name=\"example.com/licence\"} 2",
                            "berth_resource_held{name=\"example.com/licence\"} 0");
            assertThat(lines)
                    .contains(
                            "berth_qos_starts_total{class=\"prompt\",promise=\"kept\"} 0",
                            "berth_qos_starts_total{class=\"prompt\",promise=\"missed\"} 0");
            assertThat(lines).contains("berth_nodes{state=\"up\"} 1", "berth_gpus_held 2", "berth_gpus 8");
        }
    }

    /** The names of all metrics but those of worlds, which no console knows by itself. */
    private static List<String> ofThePage() throws IOException {
        Pattern row = Pattern.compile("\\| `(\\w+)` \\|.*");
        List<String> names = Files.readAllLines(PAGE).stream()
                .map(row::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .filter(name -> OF_WORLDS.stream().noneMatch(name::startsWith))
                .toList();
        assertThat(names).hasSizeGreaterThan(30);
        return names;
    }

    /** What no part of a console declares. */
    private static final class OfAWorld implements MetricSource {
        private static final Metric OWN = Metric.gauge("berth_own", "things", "What a world counts.");

        @Override
        public List<Metric> metrics() {
            return List.of(OWN);
        }

        @Override
        public void write(MetricText text) {
            text.put(OWN, 7);
        }
    }

    /** The metrics once the request before is among them: it is counted after its answer was sent. */
    private static Client.Answer onceCounted(Client client) {
        Client.Answer answer = client.get("/metrics");
        while (!answer.body().contains("berth_http_requests_total{")
                || !answer.body().contains("berth_service_replicas_wanted{")) {
            Thread.onSpinWait();
            answer = client.get("/metrics");
        }
        return answer;
    }
}
