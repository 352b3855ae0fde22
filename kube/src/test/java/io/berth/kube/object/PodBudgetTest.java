package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.Hostile;
import io.berth.kube.ProtoText;
import io.berth.kube.wire.MalformedException;
import io.kubernetes.client.proto.V1Policy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PodBudgetTest {
    private static final String NAMED = "metadata { name: 'web' namespace: 'team' uid: 'u' } ";

    private static PodBudget read(String text) {
        return ProtoText.read(V1Policy.PodDisruptionBudget.getDefaultInstance(), text, PodBudget::read);
    }

    @Test
    void whomItCoversAndHowManyMayGoIsRead() {
        PodBudget budget = read(
                NAMED
                        + "spec { minAvailable { type: 0 intVal: 2 } selector { matchLabels { key: 'app' value: 'web' } } } "
                        + "status { observedGeneration: 4 disruptionsAllowed: 3 currentHealthy: 5 desiredHealthy: 2 expectedPods: 5 }");
        assertThat(budget.allowed()).isEqualTo(3);
        assertThat(budget.selector()).containsExactly(new Requirement("app", Operator.IN, List.of("web")));
        assertThat(budget.meta().key().text()).isEqualTo("team/web");
    }

    @Test
    void anEmptySelectorCoversAllAndNoneCoversNone() {
        assertThat(read(NAMED + "spec { selector {} }").selector()).isEmpty();
        assertThat(read(NAMED + "spec {}").selector()).isNull();
        assertThat(read(NAMED).allowed()).as("nobody has counted").isZero();
    }

    @Test
    void whatIsNoneIsRefused() {
        assertThatThrownBy(() -> read("spec {}"))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("PodDisruptionBudget");
        byte[] sound = ProtoText.bytes(
                V1Policy.PodDisruptionBudget.getDefaultInstance(),
                NAMED
                        + "spec { selector { matchExpressions { key: 'a' operator: 'NotIn' values: 'b' } } } status { disruptionsAllowed: 3 }");
        Hostile.each(
                sound, PodBudget::read, budget -> assertThat(budget.allowed()).isNotNegative());
    }
}
