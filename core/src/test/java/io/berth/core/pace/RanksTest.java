package io.berth.core.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.core.decision.Placement;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.form.JobForm;
import io.berth.core.journal.form.NodeForm;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Traffic;
import io.berth.core.workload.term.Traffic.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RanksTest {
    /** Of four devices, two pairs at 50 GB/s; the first of the one reaches the first of the other through nothing that is known. */
    private static final Links PAIRS = new Links(4, List.of(50_000, 0, 10_000, 10_000, 10_000, 50_000));

    private static final Network TREE = new Network(List.of(new Reach("rack", 25_000), new Reach("zone", 5_000)));

    private static NodeSpec node(String rack, String zone, Links links, Network network) {
        List<DeviceSet> devices = List.of(DeviceSet.gpus(4, "V100", 0).withLinks(links), DeviceSet.gpus(2, "T4", 0));
        return new NodeSpec("n-" + rack + zone, Amounts.of(1, 1), 9, devices)
                .withLabels(List.of(new Label("rack", rack), new Label("zone", zone)))
                .withNetwork(network);
    }

    private static NodeTable nodes(NodeSpec... specs) {
        NodeTable nodes = new NodeTable();
        for (int node = 0; node < specs.length; node++) {
            nodes.join(node, specs[node].withName("n" + node));
        }
        return nodes;
    }

    /** 1 GB a step of 100 ms. */
    private static JobSpec job(Pattern pattern) {
        Traffic traffic = new Traffic(1_000_000_000, 100 * Nanos.MILLISECOND, pattern);
        return JobSpec.batch("job", Demand.cpu(1, 1), Nanos.HOUR)
                .withTiming(Timing.known(Nanos.HOUR).withProfile(RunProfile.NONE.withTraffic(traffic)));
    }

    private static double slowdown(JobSpec job, NodeTable nodes, List<Placement> placements) {
        return (double) RunProfile.TOLD / Pace.of(job, placements, nodes);
    }

    /** Ring: 2 x 1/2 x 1 GB over 50 GB/s are 20 ms, over 10 GB/s 100 ms. */
    @ParameterizedTest
    @CsvSource({"0001, 1", "0011, 1.2", "0110, 2", "1001, 2", "110001, 1", "110000, 1"})
    void devices_of_a_node_exchange_over_their_slowest_link(String mask, double slowdown) {
        NodeTable nodes = nodes(node("r", "z", PAIRS, Network.NONE));
        assertThat(slowdown(job(Pattern.RING), nodes, List.of(Placement.on(0, Long.parseLong(mask, 2)))))
                .isCloseTo(slowdown, within());
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-5);
    }

    @Test
    void where_no_link_is_known_the_network_of_the_node_counts() {
        Network inside = new Network(List.of(new Reach(Network.NODE, 20_000)));
        List<Placement> unlinked = List.of(Placement.on(0, 0b0101));
        assertThat(slowdown(job(Pattern.RING), nodes(node("r", "z", PAIRS, inside)), unlinked))
                .isCloseTo(1.5, within());
        assertThat(slowdown(job(Pattern.RING), nodes(node("r", "z", PAIRS, Network.NONE)), unlinked))
                .as("through nothing: 1 MB/s")
                .isCloseTo(10_001, Offset.offset(60.0));
        List<Placement> tasks = List.of(Placement.on(0, 0), Placement.on(0, 0));
        assertThat(slowdown(job(Pattern.RING), nodes(node("r", "z", PAIRS, inside)), tasks))
                .as("tasks without devices")
                .isCloseTo(1.5, within());
    }

    /** Four tasks of a device each, 2 x 3/4 x 1 GB: 60 ms within a rack, 300 ms within the zone. */
    @ParameterizedTest
    @CsvSource({"r1, z, RING, 1.6", "r2, z, RING, 4", "r2, z2, RING, 4", "r1, z, TREE, 2.6", "r1, z, ALL_TO_ALL, 1.6"})
    void nodes_reach_one_another_by_the_lowest_level_that_they_share(
            String rack, String zone, Pattern pattern, double slowdown) {
        NodeTable nodes = nodes(node("r1", "z", Links.NONE, TREE), node(rack, zone, Links.NONE, TREE));
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
            placements.add(Placement.on(task % 2, 1L << task / 2));
        }
        assertThat(slowdown(job(pattern), nodes, placements)).isCloseTo(slowdown, within());
    }

    @Test
    void a_node_that_says_nothing_of_its_network_costs_nothing_and_the_slower_of_two_counts() {
        Network slow = new Network(List.of(new Reach(Network.CLUSTER, 2_500)));
        Network fast = new Network(List.of(new Reach("rack", 25_000), new Reach(Network.CLUSTER, 10_000)));
        List<Placement> both = List.of(Placement.on(0, 1), Placement.on(1, 1));
        assertThat(slowdown(job(Pattern.RING), nodes(node("r", "z", PAIRS, slow), node("r", "z", PAIRS, fast)), both))
                .isCloseTo(5, within());
        Network none = Network.NONE;
        assertThat(slowdown(job(Pattern.RING), nodes(node("r", "z", PAIRS, none), node("r", "z", PAIRS, none)), both))
                .isEqualTo(1);
    }

    @Test
    void faster_devices_compute_less_and_exchange_as_long() {
        JobSpec job = job(Pattern.RING);
        RunProfile fast = new RunProfile(
                List.of(new ModelSpeed("V100", 2 * RunProfile.TOLD)),
                job.profile().traffic());
        NodeTable nodes = nodes(node("r", "z", PAIRS, Network.NONE));
        assertThat(slowdown(job.withTiming(job.timing().withProfile(fast)), nodes, List.of(Placement.on(0, 0b0110))))
                .isCloseTo(1.5, within());
    }

    @Test
    void a_journal_has_both_and_what_is_none_is_refused() {
        ByteSink sink = new ByteSink();
        NodeSpec node = node("r", "z", PAIRS, TREE);
        NodeForm.CODEC.write(node, sink);
        JobForm.CODEC.write(job(Pattern.ALL_TO_ALL), sink);
        ByteSource source = new ByteSource(sink.toByteArray());
        assertThat(NodeForm.CODEC.read(source)).isEqualTo(node);
        assertThat(JobForm.CODEC.read(source)).isEqualTo(job(Pattern.ALL_TO_ALL));

        assertThatThrownBy(() -> new Traffic(0, 1, Pattern.RING)).hasMessageContaining("(0)");
        assertThatThrownBy(() -> new Traffic(1, 2 * Nanos.HOUR, Pattern.RING)).hasMessageContaining("an hour");
        assertThatThrownBy(() -> new Reach("rack", 0)).hasMessageContaining("(rack)");
        assertThatThrownBy(() -> new Network(List.of(new Reach("a", 1), new Reach("a", 2))))
                .hasMessageContaining("twice");
    }
}
