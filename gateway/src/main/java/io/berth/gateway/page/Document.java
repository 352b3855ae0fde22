package io.berth.gateway.page;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A document of JSON in the making. */
final class Document {
    private static final double MICRO = 1e6;

    private final Map<String, Object> entries = new LinkedHashMap<>();

    Document put(String name, Object value) {
        entries.put(name, value);
        return this;
    }

    /** To the millionth; what is not known is left out. */
    Document number(String name, double value) {
        if (Double.isFinite(value)) {
            entries.put(name, Math.rint(value * MICRO) / MICRO);
        }
        return this;
    }

    /** Left out where there is none. */
    Document text(String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            entries.put(name, value);
        }
        return this;
    }

    Document all(Map<String, ?> others) {
        entries.putAll(others);
        return this;
    }

    Map<String, Object> map() {
        return entries;
    }
}
