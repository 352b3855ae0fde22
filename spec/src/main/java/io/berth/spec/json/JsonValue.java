package io.berth.spec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes one value and what is in it. */
final class JsonValue {
    /** Looked up once for each type: a list of a thousand rows is written many times a second. */
    private static final ClassValue<List<Component>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            List<Component> components = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                components.add(new Component(snake(component.getName()), accessor));
            }
            return List.copyOf(components);
        }
    };

    private final JsonGenerator out;

    /** A component of a record type. */
    private record Component(String name, Method accessor) {
        @Nullable
        Object of(Record record) {
            try {
                return accessor.invoke(record);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalArgumentException("The " + name + " of a record cannot be read.", e);
            }
        }
    }

    JsonValue(JsonGenerator out) {
        this.out = out;
    }

    /** No pattern switch: the first one of a process takes 70 ms, which every short command would pay. */
    void write(@Nullable Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof CharSequence || value instanceof Path) {
            out.writeString(value.toString());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Number number) {
            writeNumber(number);
        } else if (value instanceof Enum<?> constant) {
            out.writeString(snake(constant.name()));
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map);
        } else if (value instanceof Collection<?> items) {
            writeItems(items);
        } else if (value instanceof Record record) {
            writeRecord(record);
        } else {
            throw new IllegalArgumentException("A " + value.getClass().getName() + " has no JSON form.");
        }
    }

    private void writeNumber(Number number) throws IOException {
        switch (number) {
            case Double d when !Double.isFinite(d) -> out.writeNull();
            case Float f when !Float.isFinite(f) -> out.writeNull();
            case Double d -> out.writeNumber(d);
            case Float f -> out.writeNumber(f);
            case BigDecimal decimal -> out.writeNumber(decimal);
            case BigInteger integer -> out.writeNumber(integer);
            default -> out.writeNumber(number.longValue());
        }
    }

    /** A map without an order of its own is sorted, or its hash order would reach the document. */
    private void writeMap(Map<?, ?> map) throws IOException {
        if (!(map instanceof SequencedMap)) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, inner) -> sorted.put(name(key), inner));
            writeMap(sorted);
            return;
        }
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.writeFieldName(name(entry.getKey()));
            write(entry.getValue());
        }
        out.writeEndObject();
    }

    private void writeItems(Collection<?> items) throws IOException {
        if (!(items instanceof SequencedCollection)) {
            throw new IllegalArgumentException("A set without order has no JSON form: use a list or a sorted set.");
        }
        out.writeStartArray();
        for (Object item : items) {
            write(item);
        }
        out.writeEndArray();
    }

    private void writeRecord(Record record) throws IOException {
        out.writeStartObject();
        for (Component component : COMPONENTS.get(record.getClass())) {
            out.writeFieldName(component.name);
            write(component.of(record));
        }
        out.writeEndObject();
    }

    private static String name(Object key) {
        return key instanceof Enum<?> constant ? snake(constant.name()) : String.valueOf(key);
    }

    /** {@code wallSeconds} and {@code WALL_SECONDS} as {@code wall_seconds}. */
    static String snake(String name) {
        if (name.equals(name.toUpperCase(Locale.ROOT))) {
            return name.toLowerCase(Locale.ROOT);
        }
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
