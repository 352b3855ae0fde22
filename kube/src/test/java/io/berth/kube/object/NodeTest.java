package io.berth.kube.object;

import static io.berth.kube.ProtoText.node;
import static io.berth.kube.ProtoText.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.Toleration;
import io.berth.kube.ProtoText;
import io.berth.kube.wire.MalformedException;
import io.kubernetes.client.proto.V1;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTest {
    @Test
    void what_scheduling_asks_for_is_read_and_the_rest_skipped() {
        Node node = read(V1.Node.getDefaultInstance(), """
                metadata { name: 'n1' uid: 'u' labels { key: 'kubernetes.io/arch' value: 'arm64' } }
                spec {
                  podCIDR: '10.0.0.0/24' externalID: 'e' providerID: 'p' unschedulable: true podCIDRs: '10.0.0.0/24'
                  taints { key: 'k' value: 'v' effect: 'NoExecute' timeAdded { seconds: 1 } }
                  taints { key: 'soft' effect: 'PreferNoSchedule' }
                }
                status {
                  capacity { key: 'cpu' value { string: '9' } }
                  allocatable { key: 'cpu' value { string: '8' } }
                  allocatable { key: 'nvidia.com/gpu' value { string: '4' } }
                  conditions { type: 'Ready' } images { names: 'i:1' names: 'i@sha256:0' sizeBytes: 77 }
                  images { names: 'odd' sizeBytes: -1 } nodeInfo { machineID: 'm' } declaredFeatures: 'f'
                }
                """, Node::read);

        assertThat(node.meta().key()).isEqualTo(new ObjectKey("", "n1", "u"));
        assertThat(node.meta().labels()).isEqualTo(Map.of("kubernetes.io/arch", "arm64"));
        assertThat(node.unschedulable()).isTrue();
        assertThat(node.taints())
                .containsExactly(
                        new Taint("k", "v", Effect.NO_EXECUTE), new Taint("soft", "", Effect.PREFER_NO_SCHEDULE));
        assertThat(node.allocatable()).isEqualTo(Map.of("cpu", "8", "nvidia.com/gpu", "4"));
        assertThat(node.images())
                .containsExactly(new NodeImage("i:1", 77), new NodeImage("i@sha256:0", 77), new NodeImage("odd", 0));
        assertThat(node.withoutImages().images()).isEmpty();
        assertThat(node.withoutImages().allocatable()).isEqualTo(node.allocatable());
    }

    @Test
    void what_is_absent_is_empty() {
        Node node = node("");
        assertThat(node.unschedulable()).isFalse();
        assertThat(node.taints()).isEmpty();
        assertThat(node.allocatable()).isEmpty();
        assertThat(node.images()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "spec {}", "metadata { uid: 'u' }", "metadata { name: ' ' }"})
    void one_without_a_name_is_refused(String text) {
        assertThatThrownBy(() -> read(V1.Node.getDefaultInstance(), text, Node::read))
                .isInstanceOf(MalformedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "k, v, NoSchedule, k, NO_SCHEDULE",
        "k, '', NoExecute, k, NO_EXECUTE",
        "k, v, PreferNoSchedule, k, PREFER_NO_SCHEDULE",
        "k, v, '', k, NO_SCHEDULE",
        "k, v, NoAdmit, k, NO_SCHEDULE",
        "' ', v, NoSchedule, unknown, NO_SCHEDULE",
    })
    void a_taint_that_is_not_known_keeps_away(
            String key, String value, String effect, String readKey, Effect readEffect) {
        String taint = "spec { taints { key: '" + key + "' value: '" + value + "' effect: '" + effect + "' } }";
        assertThat(node(taint).taints()).containsExactly(new Taint(readKey, value, readEffect));
    }

    /** Of the taints k=5, k=6 that ends what runs, and other, those that are put up with. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "key: 'k' operator: 'Exists' | k=5 k=6",
                "key: 'k' operator: 'Exists' effect: 'NoSchedule' | k=5",
                "key: 'k' operator: 'Equal' value: '5' | k=5",
                "key: 'k' value: '5' | k=5",
                "key: 'k' | ",
                "operator: 'Exists' | k=5 k=6 other",
                "operator: 'Exists' effect: 'NoExecute' | k=6",
                "operator: 'Equal' value: '5' | k=5",
                "key: 'other' | other",
                "key: 'k' operator: 'Equal' value: '*' | ",
                "key: 'k' operator: 'Gt' value: '4' | ",
                "key: 'k' operator: 'Lt' value: '9' | ",
                "key: 'k' operator: 'exists' | ",
                "key: 'k' operator: 'Exists' effect: 'NoAdmit' | ",
            })
    void a_toleration_covers_as_that_of_kubernetes_does(String text, String covered) {
        List<Toleration> read =
                ProtoText.pod("tolerations { " + text + " }").spec().where().tolerations();
        Map<String, Taint> taints = new TreeMap<>(Map.of(
                "k=5",
                new Taint("k", "5"),
                "k=6",
                new Taint("k", "6", Effect.NO_EXECUTE),
                "other",
                new Taint("other", "")));
        taints.values().removeIf(taint -> !covers(read, taint));
        assertThat(String.join(" ", taints.keySet())).isEqualTo(covered == null ? "" : covered);
    }

    private static boolean covers(List<Toleration> tolerations, Taint taint) {
        return tolerations.stream().anyMatch(toleration -> toleration.covers(taint));
    }
}
