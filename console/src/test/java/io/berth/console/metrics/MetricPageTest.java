package io.berth.console.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.Learning;
import io.berth.console.api.call.Sources;
import io.berth.live.disk.DiskGuard;
import io.berth.live.disk.DiskRoom;
import io.berth.live.disk.RoomNeeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MetricPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "metrics.md");

    @Test
    void thePageOfMetricsIsFresh() throws IOException {
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(PAGE, MetricPage.text());
        }
        assertThat(PAGE).content().as("regenerate with -Dberth.regenerate=true").isEqualTo(MetricPage.text());
    }

    @Test
    void namesAndUnitsFollowTheConventionOfPrometheus() {
        for (Metric metric : Metric.values()) {
            assertThat(metric.title()).matches("berth_[a-z_]+");
            assertThat(metric.title().endsWith("_total")).isEqualTo(metric.type() == Metric.Type.COUNTER);
            assertThat(metric.help()).endsWith(".").doesNotContain("|", "\n");
            if (metric.unit().equals("seconds") || metric.unit().equals("bytes")) {
                assertThat(metric.title()).contains(metric.unit());
            }
        }
    }

    @Test
    void everyMetricIsWrittenAndEveryLineIsOfOne(@TempDir Path folder) {
        DiskGuard disk = new DiskGuard(folder, _ -> new DiskRoom(5, 10, 0, 0), new RoomNeeded(7, 0), _ -> {});
        disk.look();
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0)
                        .withSources(Sources.NONE
                                .withInsight(Learning.of(cluster, folder))
                                .withDisk(disk)));
                Client client = new Client(server)) {
            cluster.submit(Cluster.endless("a \"b\"\\", "q\"\n\\", 1));
            client.get("/healthz");
            Client.Answer answer = onceCounted(client);

            assertThat(answer.type()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
            List<String> lines = answer.body().lines().toList();
            for (Metric metric : Metric.values()) {
                assertThat(lines).contains("# HELP " + metric.title() + " " + metric.help());
                assertThat(lines).anyMatch(line -> line.startsWith(metric.title()));
            }
            assertThat(lines)
                    .allMatch(line -> line.startsWith("# ")
                            || line.matches(
                                    "berth_[a-z_]+(\\{([a-z]+=\"([^\"\\\\]|\\\\.)*\",?)+})? [-+.eE0-9]+|.*NaN"));
            assertThat(lines).contains("berth_disk_free_bytes 5", "berth_disk_needed_bytes 7", "berth_disk_full 1");
            assertThat(lines).contains("berth_queue_jobs{queue=\"q\\\"\\n\\\\\",state=\"holding\"} 1");
            assertThat(lines).contains("berth_nodes{state=\"up\"} 1", "berth_gpus_held 1", "berth_gpus 8");
        }
    }

    /** The metrics once the request before is among them: it is counted after its answer was sent. */
    private static Client.Answer onceCounted(Client client) {
        Client.Answer answer = client.get("/metrics");
        while (!answer.body().contains(Metric.HTTP_REQUESTS.title() + "{")) {
            Thread.onSpinWait();
            answer = client.get("/metrics");
        }
        return answer;
    }

    @Test
    void aHistogramCountsWhatIsUpToEachBound() {
        Histogram values = Histogram.ofSeconds(1, 10);
        for (double value : new double[] {0.5, 1, 5, 100}) {
            values.add(value);
        }
        MetricText text = new MetricText();
        text.put(Metric.HTTP_SECONDS, values, "/x");

        assertThat(text.text()).endsWith("""
                berth_http_request_seconds_bucket{route="/x",le="1"} 2
                berth_http_request_seconds_bucket{route="/x",le="10"} 3
                berth_http_request_seconds_bucket{route="/x",le="+Inf"} 4
                berth_http_request_seconds_sum{route="/x"} 106.5
                berth_http_request_seconds_count{route="/x"} 4
                """);
    }

    @Test
    void aValueWithoutItsLabelsIsABug() {
        assertThatThrownBy(() -> new MetricText().put(Metric.JOBS, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MetricText().put(Metric.JOB_WAIT, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
