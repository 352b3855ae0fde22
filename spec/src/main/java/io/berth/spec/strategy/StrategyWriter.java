package io.berth.spec.strategy;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.spec.schema.Shape.Named;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Writes a strategy, with each part that people are told of, as the document that {@link StrategyReader} reads back to an equal one. */
public final class StrategyWriter {
    private StrategyWriter() {}

    /** Its keys and values, for {@link io.berth.spec.json.Json}. */
    public static SequencedMap<String, Object> document(StrategySpec spec) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", spec.name());
        for (PolicyKind kind : PolicyKind.values()) {
            if (kind.tells(spec.part(kind))) {
                document.put(kind.key(), part(spec.part(kind)));
            }
        }
        if (!spec.classes().isEmpty()) {
            document.put(
                    ClassSchema.KEY,
                    spec.classes().stream().map(StrategyWriter::workClass).toList());
        }
        return document;
    }

    private static SequencedMap<String, Object> workClass(WorkClass of) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", of.name());
        SequencedMap<String, Object> when = ClassSchema.document(of.when());
        if (!when.isEmpty()) {
            document.put(ClassSchema.WHEN, when);
        }
        of.parts().forEach((kind, part) -> document.put(kind.key(), part(part)));
        return document;
    }

    private static Object part(PartSpec part) {
        return switch (part) {
            case PolicySpec one -> policy(one);
            case PartSpec.Weighted weighted ->
                weighted.parts().stream().map(StrategyWriter::weighed).toList();
            case PartSpec.Lexicographic ordered ->
                ordered.policies().stream().map(StrategyWriter::policy).toList();
        };
    }

    private static Object policy(PolicySpec policy) {
        return policy.parameters().isEmpty() ? policy.name() : Map.of(policy.name(), policy.parameters());
    }

    private static Object weighed(PartSpec.Weighed part) {
        SequencedMap<String, Object> values = new LinkedHashMap<>(part.policy().parameters());
        values.put(Named.WEIGHT_KEY, part.weight());
        return Map.of(part.policy().name(), values);
    }
}
