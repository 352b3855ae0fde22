package io.berth.kube.dump.form;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a message stands in JSON, and how in protobuf: a row for each field that somebody here reads. */
public final class MessageForm {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** What a field holds. */
    public enum Type {
        TEXT,
        /** A number of 32 bits. */
        WHOLE,
        /** A number of 64 bits. */
        LONG,
        FLAG,
        QUANTITY,
        TIME,
        MESSAGE
    }

    /** How often. */
    public enum Many {
        ONE,
        LIST,
        /** By texts. */
        MAP,
        /** A message of its own in protobuf, whose fields stand among the others in JSON. */
        INLINE
    }

    /**
     * A field.
     *
     * @param key its name in JSON; of one that stands inline, that in protobuf
     * @param inner of a message, how that one stands; else null
     */
    public record Row(
            String key,
            int number,
            Type type,
            Many many,
            @Nullable MessageForm inner) {}

    /** All of them. */
    public Collection<Row> rows() {
        return rows.values();
    }

    /** The field of {@code key}; null where nobody reads it. */
    @Nullable
    Row row(String key) {
        return rows.get(key);
    }

    MessageForm one(int number, String key, Type type) {
        return add(new Row(key, number, type, Many.ONE, null));
    }

    MessageForm list(int number, String key, Type type) {
        return add(new Row(key, number, type, Many.LIST, null));
    }

    MessageForm map(int number, String key, Type type) {
        return add(new Row(key, number, type, Many.MAP, null));
    }

    MessageForm one(int number, String key, MessageForm inner) {
        return add(new Row(key, number, Type.MESSAGE, Many.ONE, inner));
    }

    MessageForm list(int number, String key, MessageForm inner) {
        return add(new Row(key, number, Type.MESSAGE, Many.LIST, inner));
    }

    MessageForm inline(int number, String key, MessageForm inner) {
        return add(new Row(key, number, Type.MESSAGE, Many.INLINE, inner));
    }

    private MessageForm add(Row row) {
        rows.put(row.key, row);
        return this;
    }
}
