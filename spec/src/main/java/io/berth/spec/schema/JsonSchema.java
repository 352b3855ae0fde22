package io.berth.spec.schema;

import io.berth.spec.json.JsonTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The published JSON Schema (draft 2020-12) of a section, for editors. It knows less than the reader: units are patterns, and
 * which policies exist is the catalog's.
 */
public final class JsonSchema {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

    private JsonSchema() {}

    /** The schema of a whole file, as a document for {@link io.berth.spec.json.Json}. */
    public static SequencedMap<String, Object> of(Section section) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", DRAFT);
        schema.put("title", "Berth " + section.title());
        schema.putAll(section(section));
        return schema;
    }

    private static SequencedMap<String, Object> section(Section section) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", section.doc());
        List<String> required =
                section.keys().stream().filter(Key::required).map(Key::name).toList();
        // A section whose keys are all optional may be left empty: "generate:" is a null to YAML.
        boolean optional = required.isEmpty() && section.exactlyOne().isEmpty();
        schema.put("type", optional ? List.of("object", "null") : "object");
        schema.put("additionalProperties", false);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (!section.exactlyOne().isEmpty()) {
            schema.put(
                    "oneOf",
                    section.exactlyOne().stream()
                            .map(name -> Map.of("required", List.of(name)))
                            .toList());
        }
        schema.putAll(dependencies(section));
        SequencedMap<String, Object> properties = new LinkedHashMap<>();
        section.keys().forEach(key -> properties.put(key.name(), key(key)));
        schema.put("properties", properties);
        return schema;
    }

    /** Which keys need another, and which exclude one. */
    private static SequencedMap<String, Object> dependencies(Section section) {
        SequencedMap<String, Object> needs = new LinkedHashMap<>();
        List<Object> excluded = new ArrayList<>();
        for (Key key : section.keys()) {
            if (!key.with().isEmpty()) {
                needs.put(key.name(), List.of(key.with()));
            }
            if (!key.without().isEmpty()) {
                excluded.add(Map.of("not", Map.of("required", List.of(key.name(), key.without()))));
            }
        }
        SequencedMap<String, Object> rules = new LinkedHashMap<>();
        if (!needs.isEmpty()) {
            rules.put("dependentRequired", needs);
        }
        if (!excluded.isEmpty()) {
            rules.put("allOf", excluded);
        }
        return rules;
    }

    private static SequencedMap<String, Object> key(Key key) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>(shape(key.shape()));
        schema.put("description", key.doc());
        if (key.hasFallback()) {
            schema.put("default", JsonTree.of(key.fallbackTree()));
        }
        if (!key.example().isEmpty()) {
            schema.put("examples", List.of(JsonTree.of(key.exampleTree())));
        }
        return schema;
    }

    private static SequencedMap<String, Object> shape(Shape shape) {
        return switch (shape) {
            case Shape.Value value -> value(value);
            case Shape.Items items -> typed("array", "items", shape(items.item()));
            case Shape.Weights weights -> weights(weights.key());
            case Shape.Each each -> typed("object", "additionalProperties", shape(each.value()));
            case Shape.Variables _ ->
                orEmpty(typed("object", "additionalProperties", value(Shape.of(ValueType.ARGUMENT))));
            case Shape.Nested nested -> section(nested.section());
            case Shape.Named named -> named(named);
            case Shape.Either either -> {
                List<Object> shapes = new ArrayList<>();
                either.shapes().forEach(inner -> shapes.add(shape(inner)));
                yield new LinkedHashMap<>(Map.of("anyOf", shapes));
            }
        };
    }

    /** A map that may be left empty, which YAML reads as null. */
    private static SequencedMap<String, Object> orEmpty(SequencedMap<String, Object> map) {
        map.put("type", List.of("object", "null"));
        return map;
    }

    private static SequencedMap<String, Object> value(Shape.Value value) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        if (!value.words().isEmpty()) {
            schema.put("enum", value.words());
            return schema;
        }
        List<String> types = value.type().jsonTypes();
        schema.put("type", types.size() == 1 ? types.getFirst() : types);
        Range range = value.range();
        if (Double.isFinite(range.min())) {
            schema.put(range.above() ? "exclusiveMinimum" : "minimum", number(range.min()));
        }
        if (Double.isFinite(range.max())) {
            schema.put("maximum", number(range.max()));
        }
        return schema;
    }

    private static SequencedMap<String, Object> weights(Shape.Value key) {
        SequencedMap<String, Object> schema = typed("object", "additionalProperties", typed("number", "minimum", 0));
        if (!key.words().isEmpty()) {
            schema.put("propertyNames", value(key));
        }
        return schema;
    }

    private static SequencedMap<String, Object> named(Shape.Named named) {
        SequencedMap<String, Object> schema = typed("object", "minProperties", 1);
        schema.put("maxProperties", 1);
        SequencedMap<String, Object> parameters = new LinkedHashMap<>(Map.of("type", List.of("object", "null")));
        if (named.weighed()) {
            SequencedMap<String, Object> weight = value(Shape.Named.WEIGHT);
            parameters.put("properties", Map.of(Shape.Named.WEIGHT_KEY, weight));
            schema.put("additionalProperties", new LinkedHashMap<>(Map.of("anyOf", List.of(weight, parameters))));
        } else {
            schema.put("additionalProperties", parameters);
        }
        return schema;
    }

    private static SequencedMap<String, Object> typed(String type, String keyword, Object value) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put(keyword, value);
        return schema;
    }

    /** 5 rather than 5.0 where it is whole. */
    private static BigDecimal number(double number) {
        return new BigDecimal(BigDecimal.valueOf(number).stripTrailingZeros().toPlainString());
    }
}
