package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.PublishedData;
import io.berth.sim.trace.openb.OpenbArrivals;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.openb.OpenbOrder;
import io.berth.sim.trace.openb.OpenbPod;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.sim.trace.openb.OpenbWorkload;
import io.berth.sim.workload.Arrival;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published lists, where they are at hand. */
class OpenbDataTest {
    private final Path openb = PublishedData.needed("openb");

    @Test
    void the_gpu_nodes_are_those_of_the_paper() {
        List<NodeSpec> nodes = gpuNodes();
        assertThat(nodes).hasSize(1213);
        assertThat(nodes.stream().mapToInt(NodeSpec::gpus).sum()).isEqualTo(6212);
        assertThat(nodes.stream().mapToLong(NodeSpec::cpuMilli).sum()).isEqualTo(107_018_000);
        assertThat(OpenbNodes.read(openb.resolve("openb_node_list_all_node.csv"), Lenience.STRICT))
                .hasSize(1523);
    }

    @Test
    void the_default_pods_are_those_of_the_paper() {
        OpenbPods pods = pods("default");
        assertThat(pods.pods()).hasSize(8152);
        assertThat(pods.pods().stream()
                        .mapToLong(pod -> pod.demand().totalGpuMilli())
                        .sum())
                .isEqualTo(6_086_800);
        assertThat(pods.mix()).hasSize(151);
        List<Long> runs = pods.pods().stream()
                .filter(pod -> pod.scheduledSeconds() != OpenbPod.UNSTATED)
                .map(OpenbPod::runSeconds)
                .sorted()
                .toList();
        assertThat(runs.get(runs.size() / 2)).isEqualTo(616);
    }

    @Test
    void every_list_reads_strictly_and_departs_or_says_why_not() throws IOException {
        for (Path list : files(openb, "openb_pod_list_*.csv")) {
            OpenbPods pods = OpenbPods.read(list, Lenience.STRICT);
            assertThat(pods.pods()).as(list.toString()).hasSizeGreaterThan(7000);
            if (pods.pods().getFirst().timed()) {
                OpenbWorkload workload = OpenbWorkload.departing(pods);
                assertThat(workload.size()).isEqualTo(pods.pods().size());
                assertThat(workload).allMatch(arrival -> arrival.spec().workNanos() < 150 * Nanos.DAY);
            }
        }
    }

    @Test
    void every_arrivals_file_reads_and_asks_for_what_its_comment_says() throws IOException {
        List<NodeSpec> nodes = gpuNodes();
        for (Path file : files(openb.resolve("arrivals"), "*_*.csv")) {
            String name = file.getFileName().toString();
            OpenbPods pods = pods(name.substring(0, name.indexOf('_')));
            OpenbArrivals arrivals = OpenbArrivals.read(file, nodes, pods.pods(), Lenience.STRICT);
            assertThat(arrivals.nodesByTieRank()).hasSameSizeAs(nodes).doesNotHaveDuplicates();
            long asked = 0;
            for (Arrival arrival : OpenbWorkload.arriving(pods, arrivals)) {
                asked += arrival.spec().demand().totalGpuMilli();
            }
            String comment = Files.readAllLines(file).getFirst();
            assertThat(comment).contains("pods=" + arrivals.size() + " ").contains("req_milli=" + asked + " ");
        }
    }

    @Test
    void the_default_list_comes_as_the_artifact_submits_it() throws IOException {
        OpenbPods pods = pods("default");
        List<NodeSpec> nodes = gpuNodes();
        for (Path file : files(openb.resolve("arrivals"), "default_*.csv")) {
            String name = file.getFileName().toString();
            long seed = Long.parseLong(name.substring(name.indexOf('_') + 1, name.indexOf('.')));
            OpenbArrivals arrivals = OpenbArrivals.read(file, nodes, pods.pods(), Lenience.STRICT);
            OpenbOrder order = OpenbOrder.of(pods, nodes, OpenbOrder.PUBLISHED_RATIO, seed);
            assertThat(order.pods()).as(name).isEqualTo(arrivals.order());
            assertThat(OpenbOrder.nodesOf(arrivals, pods, nodes, seed)).as(name).isEqualTo(order.nodesByTieRank());
        }
    }

    private List<NodeSpec> gpuNodes() {
        return OpenbNodes.read(openb.resolve("openb_node_list_gpu_node.csv"), Lenience.STRICT);
    }

    private OpenbPods pods(String list) {
        return OpenbPods.read(openb.resolve("openb_pod_list_" + list + ".csv"), Lenience.STRICT);
    }

    private static List<Path> files(Path folder, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
            found.forEach(files::add);
        }
        files.sort(null);
        return files;
    }
}
