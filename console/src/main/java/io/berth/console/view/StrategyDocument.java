package io.berth.console.view;

import io.berth.core.policy.PartSpec;
import io.berth.core.policy.PolicyKind;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import io.berth.spec.json.Json;
import io.berth.spec.schema.Shape.Named;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** A strategy as strategy files write it, with each part named, so that it can be sent back as it is. */
public final class StrategyDocument {
    private StrategyDocument() {}

    /** Its keys and values, for {@link Json}. */
    public static SequencedMap<String, Object> of(StrategySpec spec) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", spec.name());
        for (PolicyKind kind : PolicyKind.values()) {
            document.put(kind.key(), part(spec.part(kind)));
        }
        return document;
    }

    static String json(StrategySpec spec) {
        return Json.line(of(spec));
    }

    private static Object part(PartSpec part) {
        return switch (part) {
            case PolicySpec one -> policy(one);
            case PartSpec.Weighted weighted ->
                weighted.parts().stream().map(StrategyDocument::weighed).toList();
            case PartSpec.Lexicographic ordered ->
                ordered.policies().stream().map(StrategyDocument::policy).toList();
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
