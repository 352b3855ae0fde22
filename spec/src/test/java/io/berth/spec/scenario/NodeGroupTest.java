package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scenarios say of nodes beside amounts. */
class NodeGroupTest {
    private static final long GIB = 1L << 30;

    @Test
    void every_node_of_a_group_has_its_devices_labels_taints_and_resources() {
        List<NodeSpec> nodes = nodes("""
                count: 2, cpu: 8, memory: 1Gi,
                devices: [{count: 8, model: V100, memory: 32Gi}, {count: 2, kind: npu}],
                labels: {rack: r1, block: 7}, taints: {reserved: [vision, speech], old: ""},
                resources: {example.com/licence: 2, example.com/none: 0}
                """);

        assertThat(nodes).extracting(NodeSpec::name).containsExactly("v100-0000", "v100-0001");
        for (NodeSpec node : nodes) {
            assertThat(node.devices())
                    .containsExactly(DeviceSet.gpus(8, "V100", 32 * GIB), new DeviceSet(2, "npu", "", 0));
            assertThat(node.labels()).containsExactly(new Label("block", "7"), new Label("rack", "r1"));
            assertThat(node.taints())
                    .containsExactly(
                            new Taint("old", ""), new Taint("reserved", "speech"), new Taint("reserved", "vision"));
            assertThat(node.capacity().extended()).containsExactly(new ExtendedResource("example.com/licence", 2));
        }
    }

    /** What is nothing like an effect is a part of the value, as it was before there were any. */
    @ParameterizedTest
    @CsvSource({
        "b, b, NO_SCHEDULE",
        "'', '', NO_SCHEDULE",
        "b:NoSchedule, b, NO_SCHEDULE",
        "b:PreferNoSchedule, b, PREFER_NO_SCHEDULE",
        ":NoExecute, '', NO_EXECUTE",
        "b:c, b:c, NO_SCHEDULE",
        "b:, b:, NO_SCHEDULE",
        "b:*, b:*, NO_SCHEDULE",
        "NoExecute, NoExecute, NO_SCHEDULE",
        "b:c:NoExecute, b:c, NO_EXECUTE",
        "b:NoExecute:NoSchedule, b:NoExecute, NO_SCHEDULE",
    })
    void the_effect_of_a_taint_stands_behind_its_value(String text, String value, Effect effect) {
        assertThat(nodes("cpu: 1, memory: 1, taints: {a: \"" + text + "\"}")
                        .getFirst()
                        .taints())
                .containsExactly(new Taint("a", value, effect));
    }

    @Test
    void devices_of_one_model_are_the_same_in_either_spelling() {
        assertThat(nodes("cpu: 1, memory: 1, devices: [{count: 8, model: H100, memory: 80G}]"))
                .isEqualTo(nodes("cpu: 1, memory: 1, gpus: 8, model: H100, gpu_memory: 80G"));
    }

    @Test
    void devices_may_say_how_they_reach_one_another() {
        String matrix =
                "[{count: 3, links: \"X NV2 SYS\\nNV2 X SYS\\nSYS SYS X\", nvlink: 50}, {count: 8, links: dgx-1-v100}]";
        List<DeviceSet> sets =
                nodes("cpu: 1, memory: 1, devices: " + matrix).getFirst().devices();
        assertThat(sets.getFirst().links()).isEqualTo(new Links(3, List.of(100_000, 16_000, 16_000)));
        assertThat(sets.getLast().links().devices()).isEqualTo(8);
    }

    @Test
    void a_cluster_says_what_its_network_carries_by_labels_of_its_nodes() {
        String racks = "nodes: [{cpu: 1, memory: 1, labels: {rack: r1}}, {cpu: 1, memory: 1}]";
        Scenario scenario =
                read("cluster: {network: {rack: 25G, cluster: 500M}, " + racks + "}\nworkload: {generate: }");
        Network network = new Network(List.of(new Reach("rack", 25_000), new Reach(Network.CLUSTER, 500)));
        assertThat(((ClusterSpec.Listed) scenario.cluster()).nodes())
                .extracting(NodeSpec::network)
                .containsOnly(network);

        assertThatThrownBy(() -> read("cluster: {network: {rak: 25G}, " + racks + "}\nworkload: {generate: }"))
                .hasMessageContaining(
                        "cluster.network: unknown label of nodes \"rak\"; did you mean \"rack\"? (known: cluster, node, rack)");
        assertThatThrownBy(() -> read("cluster: {network: {rack: 25k}, " + racks + "}\nworkload: {generate: }"))
                .hasMessageContaining("cluster.network.rack: must be 1M to 2000T a second, but is \"25k\"");
        assertThatThrownBy(() -> read("cluster: {network: {rack: 25G}, swf: from-log}\nworkload: {generate: }"))
                .hasMessageContaining("network: goes only with the key \"nodes\"");
    }

    @Test
    void wrong_devices_labels_and_resources_are_errors_at_their_place() {
        assertError("gpus: 1, devices: [{count: 1}]", "devices: may not stand beside gpus: keep one of the two");
        assertError("model: A, devices: [{count: 1}]", "model: may not stand beside devices");
        assertError("gpu_memory: 1, devices: [{count: 1}]", "gpu_memory: may not stand beside devices");
        assertError(
                "devices: [{count: 60}, {count: 4}]", "devices: must be 63 devices at most, all together, but are 64");
        assertError("devices: [{count: 0}]", "devices[0].count: must be a whole number from 1 to 63, but is \"0\"");
        assertError("devices: [{count: 4, links: dgx-1-v100}]", "devices[0].links: are of 8 devices, but there are 4");
        assertError(
                "devices: [{count: 2, links: \"X NW2\\nNW2 X\"}]",
                "devices[0].links: row 1, column 2 (\"NW2\") must be GB/s, NV with how many, PIX, PXB, PHB, NODE or SYS");
        assertError("devices: [{modl: A}]", "unknown key \"modl\"; did you mean \"model\"?");
        assertError("devices: {count: 1}", "devices: must be a list, but is a map");
        assertError("resources: {licence: 1}", "nodes[0].resources: The resource (licence) needs a name such as");
        assertError("resources: {a.b/c: -1}", "resources.a.b/c: must be a whole number from 0");
        assertError("resources: {a.b/c: 0.5}", "resources.a.b/c: must be a whole number, but is \"0.5\"");
        assertError("labels: {\" \": a}", "a name must not be blank");
        assertError("labels: {a: [b]}", "labels.a: must be one value, but is a list");
        assertError("labels: {a: \"b\\e[31m\"}", "labels.a: must not hold control characters, but holds U+001B");
        assertError("taints: {\"a\\n\": b}", "must not hold control characters, but holds U+000A");
        assertError("taints: {a: {b: c}}", "taints.a: must be a text or a list, but is a map");
        assertError(
                "taints: {a: [b, \"c:NoExecut\"]}",
                "taints.a[1]: unknown effect \"NoExecut\"; did you mean \"NoExecute\"?"
                        + " (known: NoSchedule, PreferNoSchedule, NoExecute)");
        assertError("taints: {a: \":preferNoSchedule\"}", "did you mean \"PreferNoSchedule\"?");
    }

    @Test
    void shares_of_jobs_that_ask_for_a_resource_are_percentages_of_named_resources() {
        assertThat(generate("{resources: {a.b/c: 25%, a.b/d: 1}}").resourceShares())
                .containsEntry("a.b/c", 0.25)
                .containsEntry("a.b/d", 1.0);
        assertThatThrownBy(() -> generate("{resources: {c: 25%}}"))
                .hasMessageContaining("generate.resources: The resource (c) needs a name");
        assertThatThrownBy(() -> generate("{resources: {a.b/c: 2}}")).hasMessageContaining("resources.a.b/c: ");
    }

    private static GenerateSpec generate(String text) {
        Scenario scenario = read("cluster: {nodes: [{cpu: 1, memory: 1}]}\nworkload: {generate: " + text + "}");
        return ((WorkloadSpec.Generated) scenario.workload()).generate();
    }

    private static List<NodeSpec> nodes(String group) {
        Scenario scenario = read("cluster: {nodes: [{" + group + "}]}\nworkload: {generate: }");
        return ((ClusterSpec.Listed) scenario.cluster()).nodes();
    }

    private static Scenario read(String yaml) {
        return new ScenarioReader(new FixedPolicies()).read(Source.text("test.yaml", yaml));
    }

    private static void assertError(String keys, String part) {
        assertThatThrownBy(() -> nodes("cpu: 1, memory: 1, " + keys))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("test.yaml:1:")
                .hasMessageContaining(part);
    }
}
