package io.berth.local.device.tool;

import io.berth.local.device.Field;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON that AMD's tools print, at times behind a line of warning. Their keys differ in case between versions. */
final class JsonOutput {
    private JsonOutput() {}

    /**
     * The document in {@code output}.
     *
     * @throws InputException where there is none
     */
    static Tree read(String program, String output) {
        String text = Field.plain(output);
        int map = text.indexOf('{');
        int list = text.indexOf('[');
        int begin = map < 0 || list < 0 ? Math.max(map, list) : Math.min(map, list);
        if (begin < 0) {
            throw new InputException(program, Field.firstLine(output));
        }
        return JsonLines.read(program, text.substring(begin));
    }

    /** The value of {@code key} in {@code tree}, whatever its case, or null where it is no map or has none. */
    static @Nullable Tree get(@Nullable Tree tree, String key) {
        if (tree instanceof Tree.Map map) {
            for (Tree.Entry entry : map.entries()) {
                if (entry.key().equalsIgnoreCase(key)) {
                    return entry.value();
                }
            }
        }
        return null;
    }

    /** The text at {@code path}, with its unit where it is a map of value and unit; empty where there is none. */
    static String text(@Nullable Tree tree, String... path) {
        Tree found = tree;
        for (String key : path) {
            found = get(found, key);
        }
        if (found instanceof Tree.Map) {
            return (text(found, "value") + " " + text(found, "unit")).strip();
        }
        return found instanceof Tree.Scalar scalar && !scalar.isNull() ? Field.plain(scalar.text()) : "";
    }

    /** The first text of {@code keys} that is a value. */
    static String firstText(Tree tree, List<String> keys) {
        for (String key : keys) {
            String text = text(tree, key);
            if (!Field.isAbsent(text)) {
                return text;
            }
        }
        return "";
    }

    /** The items of {@code tree}, or of its {@code key}; none where there is no list. */
    static List<Tree> items(@Nullable Tree tree, String key) {
        Tree list = tree instanceof Tree.Items ? tree : get(tree, key);
        return list instanceof Tree.Items items ? items.items() : List.of();
    }
}
