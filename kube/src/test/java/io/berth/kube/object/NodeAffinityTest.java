package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.kube.ProtoText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As k8s.io/component-helpers, scheduling/corev1/nodeaffinity. */
class NodeAffinityTest {
    private static final List<Label> NODE =
            List.of(new Label(NodeAffinity.NAME, "n1"), new Label("cpus", "16"), new Label("disk", "ssd"));

    @ParameterizedTest
    @CsvSource({
        "disk, In, ssd, true",
        "disk, In, hdd ssd, true",
        "disk, In, hdd, false",
        "disk, In, '', false",
        "rack, In, r1, false",
        "disk, NotIn, hdd, true",
        "disk, NotIn, hdd ssd, false",
        "rack, NotIn, r1, true",
        "rack, NotIn, '', false",
        "disk, Exists, '', true",
        "rack, Exists, '', false",
        "disk, Exists, ssd, false",
        "disk, DoesNotExist, '', false",
        "rack, DoesNotExist, '', true",
        "rack, DoesNotExist, r1, false",
        "cpus, Gt, 15, true",
        "cpus, Gt, 16, false",
        "cpus, Lt, 17, true",
        "cpus, Lt, 16, false",
        "cpus, Gt, -1, true",
        "cpus, Gt, 1 2, false",
        "cpus, Gt, few, false",
        "disk, Lt, 9, false",
        "rack, Lt, 9, false",
        "disk, Like, ssd, false",
        "disk, '', ssd, false",
    })
    void labels_are_asked_for(String key, String operator, String values, boolean holds) {
        assertThat(holds(term("matchExpressions", key, operator, values))).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "metadata.name, In, n1, true",
        "metadata.name, In, n2, false",
        "metadata.name, NotIn, n1, false",
        "metadata.name, NotIn, n2, true",
        "metadata.name, In, n1 n2, false",
        "metadata.name, NotIn, n2 n3, false",
        "metadata.name, Exists, '', false",
        "metadata.name, Gt, 1, false",
        "spec.providerID, In, n1, false",
        "spec.providerID, NotIn, n1, true",
        "disk, In, ssd, false",
    })
    void fields_are_asked_for_by_one_value(String key, String operator, String values, boolean holds) {
        assertThat(holds(term("matchFields", key, operator, values))).isEqualTo(holds);
    }

    @Test
    void all_of_a_term_must_hold_and_one_of_the_terms() {
        String yes = "matchExpressions { key: 'disk' operator: 'In' values: 'ssd' }";
        String no = "matchFields { key: 'metadata.name' operator: 'In' values: 'n2' }";
        assertThat(holds("nodeSelectorTerms { " + yes + no + " }")).isFalse();
        assertThat(holds("nodeSelectorTerms { " + no + " } nodeSelectorTerms { " + yes + " }"))
                .isTrue();
        assertThat(holds("nodeSelectorTerms { " + no + " } nodeSelectorTerms { " + no + " }"))
                .isFalse();
    }

    @Test
    void terms_that_are_empty_hold_of_no_node_and_no_affinity_asks_for_nothing() {
        assertThat(required("requiredDuringSchedulingIgnoredDuringExecution { nodeSelectorTerms {} }"))
                .isEmpty();
        assertThat(required("requiredDuringSchedulingIgnoredDuringExecution {}"))
                .isEmpty();
        assertThat(required("")).isNull();
        assertThat(required("preferredDuringSchedulingIgnoredDuringExecution { weight: 1 }"))
                .isNull();
        assertThat(ProtoText.pod("affinity {}").spec().where().affinity()).isNull();
        assertThat(ProtoText.pod("affinity { podAffinity {} podAntiAffinity {} }")
                        .spec()
                        .where()
                        .affinity())
                .isNull();
    }

    private static String term(String kind, String key, String operator, String values) {
        StringBuilder text = new StringBuilder("nodeSelectorTerms { ")
                .append(kind)
                .append(" { key: '")
                .append(key)
                .append("' operator: '")
                .append(operator)
                .append("' ");
        for (String value : values.isEmpty() ? new String[0] : values.split(" ", -1)) {
            text.append("values: '").append(value).append("' ");
        }
        return text.append("} }").toString();
    }

    private static boolean holds(String terms) {
        List<NodeSelectorTerm> required = required("requiredDuringSchedulingIgnoredDuringExecution { " + terms + " }");
        return required != null && required.stream().anyMatch(term -> term.holds(NODE));
    }

    private static @Nullable List<NodeSelectorTerm> required(String ofNodes) {
        NodeAffinity read = ProtoText.pod("affinity { nodeAffinity { " + ofNodes + " } }")
                .spec()
                .where()
                .affinity();
        return read == null ? null : read.required();
    }
}
