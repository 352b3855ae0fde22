package io.berth.console.api.call;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** JSON Schemas of the records that answers are made of, as {@link io.berth.spec.json.Json} writes them. */
public final class Schemas {
    private static final String PREFIX = "#/components/schemas/";

    /** By name; those of records within records come with them. */
    private final TreeMap<String, Object> components = new TreeMap<>();

    /** The schemas that were asked for, by name. */
    Map<String, Object> components() {
        return components;
    }

    /** The schema of {@code type}, by reference. */
    public SequencedMap<String, Object> of(Class<? extends Record> type) {
        String name = type.getSimpleName();
        if (!components.containsKey(name)) {
            components.put(name, Map.of());
            components.put(name, record(type));
        }
        return schema("$ref", PREFIX + name);
    }

    /** The schema of an object with the components of all {@code types}. */
    @SafeVarargs
    public final SequencedMap<String, Object> all(Class<? extends Record>... types) {
        List<Object> parts = new ArrayList<>();
        for (Class<? extends Record> type : types) {
            parts.add(of(type));
        }
        return schema("allOf", parts);
    }

    private SequencedMap<String, Object> record(Class<? extends Record> type) {
        SequencedMap<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component
                    .getName()
                    .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
                    .toLowerCase(Locale.ROOT);
            properties.put(name, value(component.getAnnotatedType()));
            required.add(name);
        }
        SequencedMap<String, Object> schema = schema("type", "object");
        schema.put("required", required);
        schema.put("properties", properties);
        return schema;
    }

    private SequencedMap<String, Object> value(AnnotatedType type) {
        SequencedMap<String, Object> schema = bare(type);
        if (!type.isAnnotationPresent(Nullable.class)) {
            return schema;
        }
        Object name = schema.get("type");
        if (name == null) {
            return schema("anyOf", List.of(schema, Map.of("type", "null")));
        }
        schema.put("type", List.of(name, "null"));
        if (schema.get("enum") instanceof List<?> constants) {
            List<@Nullable Object> orNull = new ArrayList<>(constants);
            orNull.add(null);
            schema.put("enum", orNull);
        }
        return schema;
    }

    private SequencedMap<String, Object> bare(AnnotatedType type) {
        if (type instanceof AnnotatedParameterizedType generic) {
            AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
            boolean map = arguments.length == 2;
            SequencedMap<String, Object> schema = schema("type", map ? "object" : "array");
            schema.put(map ? "additionalProperties" : "items", value(arguments[arguments.length - 1]));
            return schema;
        }
        Class<?> raw = (Class<?>) type.getType();
        if (raw.isRecord()) {
            return of(raw.asSubclass(Record.class));
        }
        if (raw.isEnum()) {
            SequencedMap<String, Object> schema = schema("type", "string");
            schema.put(
                    "enum",
                    Stream.of(raw.getEnumConstants())
                            .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                            .toList());
            return schema;
        }
        return switch (raw.getSimpleName()) {
            case "String" -> schema("type", "string");
            case "boolean" -> schema("type", "boolean");
            case "double", "Double" -> schema("type", "number");
            case "int", "long", "Integer", "Long" -> schema("type", "integer");
            case "Object" -> new LinkedHashMap<>();
            default -> throw new IllegalArgumentException("A " + raw.getName() + " has no schema.");
        };
    }

    private static SequencedMap<String, Object> schema(String keyword, Object value) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        schema.put(keyword, value);
        return schema;
    }
}
