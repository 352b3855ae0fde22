package io.berth.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Taint.Effect;
import java.util.List;
import java.util.stream.Stream;
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
        "IN, a b, '', false",
        "EXISTS, , a, true",
        "EXISTS, , '', true",
        "EXISTS, , , false",
        "DOES_NOT_EXIST, , a, false",
        "DOES_NOT_EXIST, , , true",
        "GREATER, 8, 9, true",
        "GREATER, 8, 8, false",
        "GREATER, 8, -9, false",
        "GREATER, 8, many, false",
        "GREATER, many, 9, false",
        "GREATER, -9, -8, true",
        "GREATER, -9223372036854775808, 9223372036854775807, true",
        "GREATER, 8, 9223372036854775808, false",
        "GREATER, -9223372036854775809, 9, false",
        "GREATER, 8, 8.5, false",
        "GREATER, 8, '', false",
        "GREATER, 8, , false",
        "GREATER, , 9, false",
        "GREATER, 7 8, 9, false",
        "LESS, 8, 7, true",
        "LESS, 8, 8, false",
        "LESS, 9223372036854775807, -9223372036854775808, true",
        "LESS, 8, many, false",
        "LESS, 9223372036854775808, 7, false",
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
        assertThat(terms(term(new Requirement("spot", Operator.DOES_NOT_EXIST, List.of())))
                        .matches(LABELS))
                .isTrue();
        assertThat(terms(term(in("zone", "a"), new Requirement("spot", Operator.EXISTS, List.of())))
                        .matches(LABELS))
                .isFalse();
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

    /** A key or value that is left out stands for all. */
    @ParameterizedTest
    @CsvSource({
        "a, b, , NO_SCHEDULE, true",
        "a, b, , PREFER_NO_SCHEDULE, true",
        "a, b, NO_EXECUTE, NO_EXECUTE, true",
        "a, b, NO_EXECUTE, NO_SCHEDULE, false",
        "a, c, NO_EXECUTE, NO_EXECUTE, false",
        "c, b, NO_EXECUTE, NO_EXECUTE, false",
        "a, *, NO_EXECUTE, NO_EXECUTE, true",
        "'', b, NO_EXECUTE, NO_EXECUTE, true",
        "'', *, NO_EXECUTE, NO_SCHEDULE, false",
        "'', *, , NO_SCHEDULE, true",
    })
    void aTolerationCoversTaintsOfItsKeyValueAndEffect(
            String key, String value, @Nullable Effect effect, Effect ofTaint, boolean covers) {
        assertThat(new Toleration(key, value, effect).covers(new Taint("a", "b", ofTaint)))
                .isEqualTo(covers);
    }

    @Test
    void taintsAndTolerationsOfAnEffectAreOthersThanThoseWithoutAndSortBehindThem() {
        assertThat(new Taint("a", "b")).isEqualTo(new Taint("a", "b", Effect.NO_SCHEDULE));
        assertThat(Stream.of(
                                new Taint("b", ""),
                                new Taint("a", "c"),
                                new Taint("a", "b", Effect.NO_EXECUTE),
                                new Taint("a", "b"))
                        .sorted())
                .containsExactly(
                        new Taint("a", "b"),
                        new Taint("a", "b", Effect.NO_EXECUTE),
                        new Taint("a", "c"),
                        new Taint("b", ""));
        Toleration all = new Toleration("a", "b");
        Toleration one = new Toleration("a", "b", Effect.NO_SCHEDULE);
        assertThat(new NodeTerms(List.of(), List.of(one, all, one)).tolerations())
                .containsExactly(all, one);
    }

    @Test
    void aLabelIsFoundByItsKey() {
        assertThat(Label.value(LABELS, "zone")).isEqualTo("a");
        assertThat(Label.value(LABELS, "a")).isNull();
        assertThat(Label.value(List.of(new Label("spot", "")), "spot")).isEmpty();
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
