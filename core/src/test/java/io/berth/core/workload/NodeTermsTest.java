package io.berth.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Taint.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeTermsTest {
    private static final List<Label> LABELS = List.of(new Label("gpus", "8"), new Label("zone", "a"));

    /** Of a node whose label has {@code value}, or that has no such label. */
    @ParameterizedTest
    @CsvSource({
        "IN, a b, a, true",
        "IN, a b, c, false",
        "IN, a b, , false",
        "NOT_IN, a b, a, false",
        "NOT_IN, a b, c, true",
        "NOT_IN, a b, , true",
        "EXISTS, , a, true",
        "EXISTS, , , false",
        "DOES_NOT_EXIST, , a, false",
        "DOES_NOT_EXIST, , , true",
        "GREATER, 8, 9, true",
        "GREATER, 8, 8, false",
        "GREATER, 8, -9, false",
        "GREATER, 8, many, false",
        "GREATER, many, 9, false",
        "GREATER, 8, 99999999999999999999, false",
        "GREATER, 8, , false",
        "LESS, 8, 7, true",
        "LESS, 8, 8, false",
        "LESS, 8, , false",
    })
    void aRequirementHoldsAsInKubernetes(
            Operator operator, @Nullable String values, @Nullable String value, boolean holds) {
        List<String> asked = values == null ? List.of() : List.of(values.split(" "));
        assertThat(new Requirement("key", operator, asked).holds(value)).isEqualTo(holds);
    }

    @Test
    void allOfATermMustHoldAndOneOfTheTerms() {
        NodeSelectorTerm both = term(in("zone", "a"), in("gpus", "8"));
        NodeSelectorTerm half = term(in("zone", "a"), in("gpus", "4"));
        assertThat(terms(both).matches(LABELS)).isTrue();
        assertThat(terms(half).matches(LABELS)).isFalse();
        assertThat(terms(half, both).matches(LABELS)).isTrue();
        assertThat(terms().matches(LABELS)).isTrue();
        assertThat(new NodeTerms(List.of(new Label("zone", "b")), List.of(), List.of(both)).matches(LABELS))
                .isFalse();
        assertThatThrownBy(() -> new NodeSelectorTerm(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyTaintsThatRefuseHaveToBeToleratedAndOnlyByTheirEffect() {
        Taint mild = new Taint("a", "b", Effect.PREFER_NO_SCHEDULE);
        Taint hard = new Taint("a", "b", Effect.NO_EXECUTE);
        assertThat(NodeTerms.ANY.tolerates(List.of(mild))).isTrue();
        assertThat(NodeTerms.ANY.tolerates(List.of(mild, hard))).isFalse();
        assertThat(tolerating(null).tolerates(List.of(mild, hard))).isTrue();
        assertThat(tolerating(Effect.NO_EXECUTE).tolerates(List.of(mild, hard))).isTrue();
        assertThat(tolerating(Effect.NO_SCHEDULE).tolerates(List.of(hard))).isFalse();
    }

    private static NodeTerms tolerating(@Nullable Effect effect) {
        return new NodeTerms(List.of(), List.of(new Toleration("a", Toleration.ANY, effect)));
    }

    private static NodeTerms terms(NodeSelectorTerm... selector) {
        return new NodeTerms(List.of(), List.of(), List.of(selector));
    }

    private static NodeSelectorTerm term(Requirement... requirements) {
        return new NodeSelectorTerm(List.of(requirements));
    }

    private static Requirement in(String key, String value) {
        return new Requirement(key, Operator.IN, List.of(value));
    }
}
