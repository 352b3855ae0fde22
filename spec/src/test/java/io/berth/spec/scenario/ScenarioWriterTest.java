package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioWriterTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Files.writeString(folder.resolve("nodes.csv"), "");
        Files.writeString(folder.resolve("a b: #.csv"), "");
        Files.createDirectory(folder.resolve("journal"));
        String listed = "cluster: {nodes: [{count: 3, name: \"on\", gpus: 8, model: A-100 80G, cpu: 1.5, memory: 1Gi, "
                + "gpu_memory: 80G, max_tasks: 4}, {cpu: 1, memory: 0}]}\n";
        String openb = "cluster: {openb: nodes.csv}\n";
        for (String yaml : List.of(
                listed + "workload: {generate: }",
                listed + "workload: {generate: {gpus: {0: 1, 0.25: 2, 8: 1}, interarrival: 1m30s, arrivals: bursty, "
                        + "kinds: {service: 1}, queues: {\"null\": 1, b: 2.5}, models: {\"1\": 3}}}\nseeds: 1..3",
                "cluster: {nodes: [{cpu: 1, memory: 1Gi, devices: [{count: 2, model: \"A: b\", memory: 80G}, {kind: npu}], "
                        + "resources: {example.com/licence: 2}, labels: {rack: r1, \"on\": \"\"}, "
                        + "taints: {reserved: [vision, \"true\", \"vision:NoExecute\"], old: \":PreferNoSchedule\", "
                        + "odd: [\"a:b\", \"a:NoExecute:NoSchedule\", \"a:NoExecut:NoSchedule\"]}}, {cpu: 1, memory: 1, devices: [{kind: npu}]}]}\n"
                        + "workload: {generate: {resources: {example.com/licence: 25%}}}",
                "cluster: {network: {rack: 25G, cluster: 500M}, nodes: [{cpu: 1, memory: 1, labels: {rack: r1}, "
                        + "devices: [{count: 8, model: V100, links: dgx-1-v100}]}]}\n"
                        + "workload: {generate: {traffic: {bytes: 1360M, compute: 250ms, pattern: all-to-all}}}",
                openb + "workload: {openb: \"a b: #.csv\", arrivals: nodes.csv, patience: 0}\nuntil: 7d\nlenient: true",
                "cluster: {swf: from-log}\nworkload: {swf: nodes.csv, queue_by: group}",
                "cluster: {swf: nodes.csv}\nworkload: {sacct: \"a b: #.csv\", queue_by: qos}",
                listed + "workload: {csv: nodes.csv}",
                "cluster: {nodes: [{gpus: 8, model: H100, price: 3/h, watts: 500, cpu: 1, memory: 0}, {cpu: 1, memory: 0, "
                        + "devices: [{model: T4, price: 0.000001}, {model: H100}]}], prices: {H100: 4.5/h}, watts: {T4: 70}}\n"
                        + "workload: {generate: {profiles: [{weight: 3, throughput: {T4: 0.25}, utility: {H100: 3}}, {throughput: {H100: 2}, name: \"on\", told: false}], "
                        + "deadlines: {1.5: 1, 8: 2}}}\nstrategies: [{device: cheapest}]",
                listed + "workload: {csv: nodes.csv, from: 1.5, until: 2d}",
                listed + "workload: {sacct: nodes.csv, columns: \"JobID%20, State\", from: 2026-03-01}",
                listed + "workload: {swf: nodes.csv, until: \"2026-04-01 08:00:00+01:00\"}",
                openb + "workload: {openb: nodes.csv, departures: never, tune: 1.3}\nname: \"yes: 'x'\"",
                "cluster: {philly: {nodes: 32}}\nworkload: {muri: nodes.csv}",
                "cluster: {philly: {nodes: 1}}\nworkload: {philly: \"a b: #.csv\"}",
                openb + "workload: {journal: journal}\nemulate: {start_failures: 5%, node_mtbf: 3d}\n"
                        + "strategies: [tiresias, {order: {las: {levels: 3, label: \"true\"}}}]",
                listed + "workload: {phases: [{jobs: 5, estimated: 0%, reads: {share: 50%}}, "
                        + "{jobs: 7, use: {cpu: {0.5: 1}}}]}\nstrategies: [{adaptive: {portfolio: [tiresias, {order: fcfs}]}}, tiresias, "
                        + "{name: \"on: \", adaptive: {portfolio: [{place: best-fit}, {place: fgd}], every: 90s, seeds: 3, "
                        + "hysteresis: 2.5%, guard: {p99-wait: 1.5, cost: 2}}}]",
                listed + "workload: {generate: }\nstrategies: [{place: [{fgd: {coverage: 90}}, best-fit]}, "
                        + "{place: [{fgd: {weight: 1e-7, coverage: 90}}, {best-fit: 12}]}]")) {
            Scenario scenario = read(yaml);

            assertThat(read(ScenarioWriter.write(scenario))).isEqualTo(scenario);
        }
    }

    @Test
    void pricesAreOfModelsThatThereAre() {
        String nodes = "{nodes: [{gpus: 1, model: H100, cpu: 1, memory: 0}]";

        assertThatThrownBy(() -> read("cluster: " + nodes + ", prices: {H10: 4}}\nworkload: {generate: }"))
                .hasMessageContaining("cluster.prices: unknown model \"H10\"; did you mean \"H100\"? (known: H100)");
        assertThatThrownBy(() -> read("cluster: " + nodes + ", prices: {H100: 4 EUR}}\nworkload: {generate: }"))
                .hasMessageContaining("cluster.prices.H100: must be a price an hour like 4.5/h, but is \"4 EUR\"");
    }

    private Scenario read(String yaml) {
        return new ScenarioReader(new FixedPolicies())
                .withAdaptive()
                .read(Source.text("test.yaml", yaml).in(folder));
    }
}
