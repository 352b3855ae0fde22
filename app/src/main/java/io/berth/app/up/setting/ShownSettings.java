package io.berth.app.up.setting;

import io.berth.console.setting.Setting;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All settings as {@code berth config} shows them: those of a group one by one, as {@code limits.array}. */
public final class ShownSettings {
    private static final Set<String> RELOADABLE =
            Set.of("strategy", "queues", "qos", "pools", "tokens", "submit_rate", "submit_burst", "limits");

    /** What a setting comes from that was set in an earlier life. */
    public static final String JOURNAL = "journal";

    public static final String DEFAULT = "default";

    private final UpOptions.Typed typed;
    private final Map<String, String> derived;
    private final List<Setting> settings = new ArrayList<>();

    private ShownSettings(UpOptions.Typed typed, Map<String, String> derived) {
        this.typed = typed;
        this.derived = derived;
    }

    /**
     * @param file what the file says, checked
     * @param derived the values that hold, by key, of settings that have no fixed one where the file has none
     */
    static List<Setting> of(UpOptions.Typed typed, Tree file, Map<String, String> derived) {
        ShownSettings shown = new ShownSettings(typed, derived);
        shown.settings.add(new Setting("home", typed.home().folder().toString(), typed.homeSource(), false));
        for (Key key : UpSchema.FILE.keys()) {
            shown.add(key, key.name(), file.get(key.name()), RELOADABLE.contains(key.name()));
        }
        return List.copyOf(shown.settings);
    }

    /** @param value as the file has it; null where it is not there */
    private void add(Key key, String name, @Nullable Tree value, boolean reloadable) {
        if (name.equals("port") && typed.port() != null) {
            settings.add(new Setting(name, String.valueOf(typed.port()), "--port", reloadable));
        } else if (key.shape() instanceof Shape.Nested(Section group)) {
            for (Key one : group.keys()) {
                add(one, name + "." + one.name(), value == null ? null : value.get(one.name()), reloadable);
            }
        } else if (value != null) {
            String place = value.position().source() + ":" + value.position().line();
            settings.add(new Setting(name, written(value), place, reloadable));
        } else {
            settings.add(absent(key, name, reloadable));
        }
    }

    private Setting absent(Key key, String name, boolean reloadable) {
        if (name.equals("strategy") && Files.exists(typed.home().journal())) {
            return new Setting(name, "", JOURNAL, reloadable);
        }
        String value =
                name.equals("access") ? UpOptions.access(typed.home()) : derived.getOrDefault(name, key.fallback());
        return new Setting(name, value, DEFAULT, reloadable);
    }

    /** A value as one line. */
    private static String written(Tree value) {
        return value instanceof Tree.Scalar ? value.text() : Json.line(JsonTree.of(value));
    }
}
