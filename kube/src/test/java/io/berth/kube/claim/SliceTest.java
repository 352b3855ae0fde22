package io.berth.kube.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.Label;
import io.berth.kube.Hostile;
import io.berth.kube.ProtoText;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1Resource;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SliceTest {
    private static final String ALL = """
            metadata { name: 's' uid: 'us' resourceVersion: '9' }
            spec { driver: 'gpu.example.com' pool { name: 'n1' generation: 3 resourceSliceCount: 2 } nodeName: 'n1'
              devices { name: 'gpu-0'
                attributes { key: 'model' value { string: 'A100' } }
                attributes { key: 'index' value { int: -3 } }
                attributes { key: 'healthy' value { bool: true } }
                attributes { key: 'example.org/driver' value { version: '1.2.3' } }
                capacity { key: 'memory' value { value { string: '80Gi' } requestPolicy { default { string: '1Gi' }
                  validRange { min { string: '1Gi' } max { string: '40Gi' } step { string: '512Mi' } } } } }
                capacity { key: 'slices' value { value { string: '7' }
                  requestPolicy { validValues { string: '3' } validValues { string: '1' } } } }
                capacity { key: 'example.org/rate' value { value { string: '1500m' } } }
                consumesCounters { counterSet: 'c0' counters { key: 'memory' value { value { string: '80Gi' } } } }
                taints { key: 'sick' value: 'xid' effect: 'NoExecute' } taints { key: 'new' effect: 'Later' }
                bindsToNode: true bindingConditions: 'ready' bindingFailureConditions: 'broken'
                allowMultipleAllocations: true }
              devices { name: 'gpu-1' }
              sharedCounters { name: 'c0' counters { key: 'memory' value { value { string: '80Gi' } } } } }
            """;

    private static Slice slice(String text) {
        return ProtoText.read(V1Resource.ResourceSlice.getDefaultInstance(), text, Slice::read);
    }

    private static BigDecimal gibi(long count) {
        return BigDecimal.valueOf(count << 30);
    }

    @Test
    void allThatMattersOfADeviceIsReadAndNamesHaveTheirDomain() {
        Slice slice = slice(ALL);

        assertThat(slice.meta().name()).isEqualTo("s");
        assertThat(slice.pool()).isEqualTo(new PoolVersion("gpu.example.com", "n1", 3, 2));
        assertThat(slice.shared()).containsExactly(new Counters("c0", Map.of("memory", gibi(80))));
        Device device = slice.devices().getFirst();
        assertThat(device.name()).isEqualTo("gpu-0");
        assertThat(device.reach()).isEqualTo(new Reach.OnNode("n1"));
        assertThat(device.shareable()).isTrue();
        assertThat(device.qualities().attributes())
                .isEqualTo(Map.of(
                        "gpu.example.com/model", new Attribute.Text("A100"),
                        "gpu.example.com/index", new Attribute.Whole(-3),
                        "gpu.example.com/healthy", new Attribute.Flag(true),
                        "example.org/driver", new Attribute.Version("1.2.3")));
        assertThat(device.qualities().capacities())
                .isEqualTo(Map.of(
                        "memory",
                        new Capacity(
                                gibi(80),
                                new Capacity.Policy(
                                        gibi(1),
                                        List.of(),
                                        new Capacity.Range(gibi(1), gibi(40), BigDecimal.valueOf(512 << 20)))),
                        "slices",
                        new Capacity(
                                BigDecimal.valueOf(7),
                                new Capacity.Policy(null, List.of(BigDecimal.ONE, BigDecimal.valueOf(3)), null)),
                        "example.org/rate",
                        new Capacity(new BigDecimal("1.500"), null)));
        assertThat(device.consumes()).containsExactly(new Counters("c0", Map.of("memory", gibi(80))));
        assertThat(device.taints())
                .containsExactly(
                        new DeviceTaint("sick", "xid", DeviceTaint.Effect.NO_EXECUTE),
                        new DeviceTaint("new", "", DeviceTaint.Effect.NONE));
        assertThat(device.binding()).isEqualTo(new BindingConditions(true, List.of("ready"), List.of("broken")));
        assertThat(slice.devices().get(1).qualities()).isEqualTo(new Qualities(Map.of(), Map.of()));
    }

    @Test
    void listsAreRead() {
        Slice slice = slice("metadata { name: 's' uid: 'us' } spec { driver: 'd' pool { name: 'p' } devices { name: 'x'"
                + " attributes { key: 'numa' value { ints: [0, 1] } } attributes { key: 'is' value { bools: true } }"
                + " attributes { key: 'in' value { strings: ['a', 'b'] } }"
                + " attributes { key: 'of' value { versions: '1.2.3' } } } }");

        assertThat(slice.devices().getFirst().qualities())
                .isEqualTo(new Qualities(
                        Map.of(
                                "d/numa",
                                new Attribute.Many(List.of(new Attribute.Whole(0), new Attribute.Whole(1))),
                                "d/is",
                                new Attribute.Many(List.of(new Attribute.Flag(true))),
                                "d/in",
                                new Attribute.Many(List.of(new Attribute.Text("a"), new Attribute.Text("b"))),
                                "d/of",
                                new Attribute.Many(List.of(new Attribute.Version("1.2.3")))),
                        Map.of()));
    }

    @Test
    void whatNobodyWeighsIsNamed() {
        Slice slice = slice("metadata { name: 's' uid: 'us' } spec { driver: 'd' pool { name: 'p' } devices { name: 'x'"
                + " nodeAllocatableResourceMappings { key: 'cpu' value { capacityKey: 'd/cores' } } } }");
        assertThat(slice.devices().getFirst().qualities().unweighed())
                .containsExactly("nodeAllocatableResourceMappings");

        Fields counters = new Fields().text(1, "c").text(3, "group");
        Fields memory = new Fields().text(1, "memory").message(2, new Fields());
        Fields device = new Fields().text(1, "x").message(4, counters).message(14, memory);
        Fields spec = new Fields()
                .text(1, "d")
                .message(2, new Fields().text(1, "p"))
                .message(6, device)
                .text(10, "NodePrepareResources");
        Fields later =
                new Fields().message(1, new Fields().text(1, "s").text(5, "us")).message(2, spec);
        assertThat(Slice.read(Message.of(later.bytes()))
                        .devices()
                        .getFirst()
                        .qualities()
                        .unweighed())
                .containsExactly("compatibilityGroups", "nodeAllocatableResources", "skipNodeOperations");
    }

    @Test
    void aSliceSaysForAllOfItsDevicesFromWhereTheyCanBeHadOrEachSaysIt() {
        String head = "metadata { name: 's' uid: 'us' } spec { driver: 'd' pool { name: 'p' } devices { name: 'x'";
        String zone = "{ nodeSelectorTerms { matchExpressions { key: 'zone' operator: 'In' values: 'a' } } }";
        List<Label> inA = List.of(new Label("zone", "a"));
        List<Label> inB = List.of(new Label("zone", "b"));

        Reach selected = slice(head + "} nodeSelector " + zone + "}")
                .devices()
                .getFirst()
                .reach();
        assertThat(selected.includes("n", inA)).isTrue();
        assertThat(selected.includes("n", inB)).isFalse();
        assertThat(slice(head + "} allNodes: true }").devices().getFirst().reach())
                .isEqualTo(new Reach.Everywhere());
        Slice each = slice(head + " nodeName: 'n' } devices { name: 'y' allNodes: true } devices { name: 'z' }"
                + " perDeviceNodeSelection: true }");
        assertThat(each.devices().stream().map(Device::reach))
                .containsExactly(
                        new Reach.OnNode("n"), new Reach.Everywhere(), new Reach.Selected(new NodeAffinity(List.of())));
        assertThat(each.devices().get(2).reach().includes("n", inA)).isFalse();
    }

    @Test
    void whatNoSliceCanBeIsNone() {
        assertThatThrownBy(() -> slice("metadata { name: 's' uid: 'us' } spec { driver: 'd' }"))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("pool");
        assertThatThrownBy(() -> slice("metadata { name: 's' uid: 'us' } spec { driver: 'd' pool { name: 'p' }"
                        + " devices { name: 'x' capacity { key: 'm' value { value { string: 'much' } } } } }"))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("\"much\" is no quantity");
    }

    @Test
    void whateverTheBytesAreTheyAreReadOrRefused() {
        byte[] bytes = ProtoText.bytes(V1Resource.ResourceSlice.getDefaultInstance(), ALL);
        Hostile.each(
                bytes,
                Slice::read,
                slice -> slice.devices()
                        .forEach(device -> assertThat(device.name()).isNotBlank()));
    }
}
