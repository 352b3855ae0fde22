package io.berth.console.setting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading the settings again.
 *
 * @param changed those that hold from now on
 * @param pending those that hold only from the next start on
 */
public record Reload(List<Change> changed, List<Change> pending) {
    public Reload {
        changed = List.copyOf(changed);
        pending = List.copyOf(pending);
    }

    /** A setting that is another than before; both as documents have them. */
    public record Change(
            String key, @Nullable Object before, @Nullable Object after) {
        /** One whose values are written so in its file. */
        public static Change of(String key, String before, String after) {
            return new Change(key, SettingRow.value(before), SettingRow.value(after));
        }
    }
}
