package io.berth.spec.json;

import io.berth.spec.input.Tree;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A tree as a document for {@link Json}. */
public final class JsonTree {
    /** A number of JSON, which an unquoted value of that form is. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,30})?([eE][+-]?\\d{1,3})?");

    private JsonTree() {}

    /** The document that {@code tree} is. */
    public static @Nullable Object of(Tree tree) {
        return switch (tree) {
            case Tree.Scalar scalar -> value(scalar);
            case Tree.Items items -> items.items().stream().map(JsonTree::of).toList();
            case Tree.Map map -> {
                SequencedMap<String, Object> document = new LinkedHashMap<>();
                map.entries().forEach(entry -> document.put(entry.key(), of(entry.value())));
                yield document;
            }
        };
    }

    private static @Nullable Object value(Tree.Scalar scalar) {
        if (scalar.isNull()) {
            return null;
        }
        String text = scalar.value();
        if (!scalar.quoted() && NUMBER.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        boolean flag = !scalar.quoted() && ("true".equals(text) || "false".equals(text));
        return flag ? Boolean.valueOf(text) : text;
    }
}
