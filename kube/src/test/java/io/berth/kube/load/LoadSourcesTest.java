package io.berth.kube.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadSourcesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T05:00:40Z");

    private static final String METRICS = """
            {"kind": "NodeMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {}, "items": [
              {"metadata": {"name": "n1", "creationTimestamp": "2026-11-29T05:00:40Z"}, "timestamp": "2026-11-29T05:00:10Z",
               "window": "20.064s", "usage": {"cpu": "1250037921n", "memory": "2Gi"}},
              {"metadata": {"name": "bad"}, "usage": {"cpu": "many", "memory": "1Ki"}},
              {"metadata": {"name": "n2"}, "usage": {"cpu": "3", "memory": "1024Ki"}}]}
            """;

    private static final String PODS = """
            {"kind": "PodMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {}, "items": [
              {"metadata": {"name": "api-1", "namespace": "web"}, "timestamp": "2026-11-29T05:00:20Z", "window": "15s",
               "containers": [{"name": "a", "usage": {"cpu": "250m", "memory": "64Mi"}},
                 {"name": "b", "usage": {"cpu": "100000000n", "memory": "16Mi"}}]},
              {"metadata": {"name": "broken", "namespace": "web"}, "containers": [{"name": "a"}]},
              {"metadata": {"name": "api-2", "namespace": "web"}, "containers": []}]}
            """;

    private static final String ANSWER = """
            {"status": "success", "data": {"resultType": "vector", "result": [
              {"metric": {"instance": "n1:9100"}, "value": [1764392440.1, "2500.25"]},
              {"metric": {"Hostname": "n2"}, "value": [1764392440.1, "NaN"]},
              {"metric": {}, "value": [1764392440.1, "7"]}]}}
            """;

    private static final String DCGM = """
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0",UUID="GPU-a",Hostname="n1"} 0.5
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="1",UUID="GPU-b",Hostname="n1"} 0.25
            DCGM_FI_DEV_FB_USED{gpu="1",UUID="GPU-b",Hostname="n1"} 1
            """;

    @Test
    void metrics_server_says_cpu_and_memory_of_nodes_and_when_it_measured_them() throws IOException {
        Map<String, Measured> nodes = MetricsServer.read(METRICS, NOW);

        assertThat(nodes.keySet()).containsExactly("n1", "n2");
        Measured first = nodes.get("n1");
        assertThat(first.values()).containsExactly(1251, 2L << 30, -1, -1, -1, -1, -1);
        assertThat(first.ageNanos()).isEqualTo(30 * Nanos.SECOND);
        assertThatThrownBy(() -> MetricsServer.read("{}", NOW)).hasMessageContaining("items");
    }

    @Test
    void metrics_server_says_what_pods_use_all_containers_together() throws IOException {
        Map<String, Measured> pods = MetricsServer.readPods(PODS, NOW);

        assertThat(pods.keySet()).containsExactly("web/api-1");
        Measured first = pods.get("web/api-1");
        assertThat(first.values()).containsExactly(350, (64L + 16) << 20, -1, -1, -1, -1, -1);
        assertThat(first.ageNanos()).isEqualTo(20 * Nanos.SECOND);
    }

    @Test
    void a_pod_is_told_of_when_what_it_uses_is_otherwise() {
        State state = new State(1);
        Demand demand = Demand.cpu(1_000, 1L << 30);
        JobSpec pod = JobSpec.batch("web/api-1", demand, Nanos.NEVER).withQueue("web");
        JobSpec other = pod.withName("web/other");
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("n1", 8_000, 8L << 30, 0, "")));
        state.apply(2, new Event.JobFound(1, pod, List.of(new Placement(0, Grant.NONE))));
        state.apply(2, new Event.JobFound(2, other, List.of(new Placement(0, Grant.NONE))));
        PodLoads pods = new PodLoads();

        assertThat(told(pods, state, 1, 500, 0))
                .containsExactly(new Event.TaskMeasured(1, 0, -1, new Use(500, 7, 0), new Use(500, 7, 0)));
        assertThat(told(pods, state, 2, 520, 0)).isEmpty();
        assertThat(told(pods, state, 3, 900, 0))
                .containsExactly(new Event.TaskMeasured(1, 0, -1, new Use(640, 7, 0), new Use(900, 7, 0)));
        assertThat(told(pods, state, 4, 900, 400)).as("it is too old").isEmpty();
        pods.add(5, Map.of());
        assertThat(pods.events(state, pods.loads())).isEmpty();
    }

    private static List<Event> told(PodLoads pods, State state, int second, long cpuMilli, int ageSeconds) {
        long[] values = Measured.nothing().values();
        values[Measure.CPU.ordinal()] = cpuMilli;
        values[Measure.MEMORY.ordinal()] = 7;
        pods.add(second * Nanos.SECOND, Map.of("web/api-1", new Measured(values, ageSeconds * Nanos.SECOND)));
        return pods.events(state, pods.loads());
    }

    @Test
    void prometheus_and_the_exporter_say_the_rest() throws IOException {
        Map<String, Measured> nodes = new LinkedHashMap<>(Prometheus.scraped(DCGM));
        Prometheus.read(ANSWER, Measure.CPU, nodes);

        assertThat(nodes.get("n1").values()).containsExactly(2500, -1, 750, 0, 1 << 20, -1, -1);
        assertThatThrownBy(() -> Prometheus.read("{\"status\": \"error\"}", Measure.CPU, nodes))
                .hasMessageContaining("data");
    }

    @Test
    void ten_thousand_mutated_answers_stop_nobody() {
        State state = new State(1);
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("n1", 8_000, 16L << 30, 2, "H100")));
        Random random = new Random(3);
        List<String> notes = new ArrayList<>();
        long[] clock = {Nanos.SECOND};
        ClusterLoads loads = new ClusterLoads(
                List.of(
                        source(() -> MetricsServer.read(mutated(METRICS, random), NOW)),
                        podSource(random),
                        source(() -> {
                            Map<String, Measured> nodes =
                                    new LinkedHashMap<>(Prometheus.scraped(mutated(DCGM, random)));
                            Prometheus.read(mutated(ANSWER, random), Measure.CPU, nodes);
                            return nodes;
                        })),
                () -> clock[0] += Nanos.SECOND,
                ask -> ask.apply(state).forEach(event -> state.apply(clock[0], event)),
                notes::add);

        for (int i = 0; i < 10_000; i++) {
            loads.look();
            Load load = state.nodeTable().loads().of(0) == null
                    ? Load.NONE
                    : state.nodeTable().loads().of(0).load();
            assertThat(load.value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P99))
                    .isBetween(-1L, 8_000L);
        }
        loads.close();
        assertThat(notes).isNotEmpty().hasSizeLessThanOrEqualTo(100);
        assertThat(state.nodeTable().loads().any()).isTrue();
    }

    private interface Answering {
        Map<String, Measured> ask() throws IOException;
    }

    private static LoadSource podSource(Random random) {
        return new LoadSource() {
            @Override
            public String name() {
                return "pods";
            }

            @Override
            public Map<String, Measured> ask() {
                return Map.of();
            }

            @Override
            public Map<String, Measured> pods() throws IOException {
                return MetricsServer.readPods(mutated(PODS, random), NOW);
            }
        };
    }

    private static LoadSource source(Answering answering) {
        return new LoadSource() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Map<String, Measured> ask() throws IOException {
                return answering.ask();
            }
        };
    }

    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int change = random.nextInt(4); change > 0; change--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.setCharAt(at, (char) (32 + random.nextInt(95)));
                case 1 -> changed.delete(at, Math.min(changed.length(), at + random.nextInt(20)));
                default -> changed.insert(at, "9999e-\"{}[],:\\".charAt(random.nextInt(14)));
            }
        }
        return changed.toString();
    }
}
