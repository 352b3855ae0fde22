package io.berth.kube.convention;

import static io.berth.kube.ProtoText.amount;
import static io.berth.kube.ProtoText.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeFactsTest {
    @Test
    void what_a_node_can_give_is_what_it_has() {
        NodeSpec spec = allocatable("cpu=7910m memory=31Gi ephemeral-storage=100G pods=110 hugepages-2Mi=1Gi"
                + " hugepages-1Gi=0 example.com/licence=3");

        assertThat(spec.name()).isEqualTo("n");
        assertThat(spec.key()).isEqualTo("un");
        assertThat(spec.cpuMilli()).isEqualTo(7910);
        assertThat(spec.memoryBytes()).isEqualTo(31L << 30);
        assertThat(spec.diskBytes()).isEqualTo(100_000_000_000L);
        assertThat(spec.maxTasks()).isEqualTo(110);
        assertThat(spec.capacity().extended())
                .containsExactly(
                        new ExtendedResource("example.com/licence", 3),
                        new ExtendedResource("kubernetes.io/hugepages-2Mi", 1L << 30));
        assertThat(spec.devices()).isEmpty();
    }

    @Test
    void a_node_that_has_not_said_yet_what_it_can_give_takes_nothing() {
        NodeSpec spec = NodeFacts.spec(node(""));
        assertThat(spec.maxTasks()).isZero();
        assertThat(spec.cpuMilli()).isZero();
        assertThat(allocatable("cpu=x memory=-1 pods=9e9").cpuMilli()).isZero();
        assertThat(allocatable("cpu=x memory=-1 pods=9e9").memoryBytes()).isZero();
        assertThat(allocatable("cpu=x memory=-1 pods=9e9").maxTasks()).isEqualTo(Integer.MAX_VALUE);
        assertThat(allocatable("memory=8Ei").memoryBytes()).isEqualTo(Quantities.MOST);
    }

    @Test
    void resources_that_come_to_bear_one_name_are_counted_together() {
        assertThat(allocatable("hugepages-2Mi=5 kubernetes.io/hugepages-2Mi=3")
                        .capacity()
                        .extended())
                .containsExactly(new ExtendedResource("kubernetes.io/hugepages-2Mi", 8));
    }

    @Test
    void the_name_is_a_label_too() {
        NodeSpec spec = NodeFacts.spec(
                node("metadata { labels { key: 'b' value: '' } labels { key: 'field:metadata.name' value: 'x' } }"));
        assertThat(spec.labels()).containsExactly(new Label("b", ""), new Label("field:metadata.name", "n"));
    }

    @Test
    void a_cordon_is_a_taint_once() {
        Taint cordon = new Taint("node.kubernetes.io/unschedulable", "");
        String taints = "taints { key: 'k' value: 'v' effect: 'NoExecute' } "
                + "taints { key: 'node.kubernetes.io/unschedulable' effect: 'NoSchedule' } ";
        assertThat(NodeFacts.spec(node("spec { unschedulable: true }")).taints())
                .containsExactly(cordon);
        assertThat(NodeFacts.spec(node("spec { unschedulable: true " + taints + "}"))
                        .taints())
                .containsExactly(new Taint("k", "v", Taint.Effect.NO_EXECUTE), cordon);
        assertThat(NodeFacts.spec(node("")).taints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"40960, 42949672960", "'', 0", "lots, 0", "-1, 0", "9223372036854775807, 4503599627370496"})
    void devices_are_described_by_labels_where_somebody_put_them(String memory, long bytes) {
        NodeSpec spec = NodeFacts.spec(node("metadata { labels { key: 'nvidia.com/gpu.product' value: 'A100' }"
                + " labels { key: 'nvidia.com/gpu.memory' value: '" + memory + "' } } status { "
                + amount("allocatable", "nvidia.com/gpu", "8") + amount("allocatable", "amd.com/gpu", "2") + "}"));
        assertThat(spec.devices()).containsExactly(DeviceSet.gpus(2, "", 0), DeviceSet.gpus(8, "A100", bytes));
        assertThat(spec.capacity().extended("nvidia.com/gpu")).isEqualTo(8);
    }

    @Test
    void no_more_devices_are_told_apart_than_a_node_may_have() {
        NodeSpec spec = allocatable("amd.com/gpu=60 gpu.intel.com/xe=0 nvidia.com/gpu=9");
        assertThat(spec.devices()).containsExactly(DeviceSet.gpus(60, "", 0), DeviceSet.gpus(3, "", 0));
        assertThat(spec.capacity().extended("nvidia.com/gpu")).isEqualTo(9);
        assertThat(allocatable("nvidia.com/gpu=99999999999").gpus()).isEqualTo(NodeSpec.MAX_GPUS);
    }

    private static NodeSpec allocatable(String written) {
        StringBuilder text = new StringBuilder("status { ");
        for (String one : List.of(written.split(" "))) {
            text.append(amount("allocatable", one.split("=")[0], one.split("=")[1]));
        }
        return NodeFacts.spec(node(text + "}"));
    }
}
