package io.berth.console.setting;

import java.util.List;

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

    /** A setting that is another than before; both as its file writes them. */
    public record Change(String key, String before, String after) {}
}
