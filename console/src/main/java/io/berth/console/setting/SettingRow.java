package io.berth.console.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import io.berth.spec.json.JsonTree;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One setting that holds, as documents have it.
 *
 * @param key as the file of settings names it
 * @param value a number, a flag, a list or a text, as that file would write it; null where nothing is set
 * @param source where it comes from: a file with its line, an option, a variable, {@code default}, {@code journal}
 * @param reloadable true where it can change while the system runs
 */
public record SettingRow(String key, @Nullable Object value, String source, boolean reloadable) {
    private static final Set<Character> STRUCTURES = Set.of('[', '{');

    /** The row of {@code setting}. */
    public static SettingRow of(Setting setting) {
        return new SettingRow(setting.key(), value(setting.value()), setting.source(), setting.reloadable());
    }

    /** What {@code text} of a file of settings stands for; null for none. */
    static @Nullable Object value(String text) {
        if (text.isEmpty()) {
            return null;
        }
        boolean structured = STRUCTURES.contains(text.charAt(0));
        try {
            Object value = JsonTree.of(JsonReader.read(Source.text("value", text)));
            return structured || value instanceof Number || value instanceof Boolean ? value : text;
        } catch (InputException e) {
            return text;
        }
    }
}
