package io.berth.local.load;

import io.berth.local.launch.folder.TaskKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who used what of a machine in a stretch of time, as far as its processes tell.
 *
 * @param others what processes that are not ours used; null where processes could not be read twice
 * @param guaranteed what guaranteed tasks used, and others where they count; null likewise
 * @param tasks what each task of this machine used that somebody asks about; none likewise
 */
public record ProcessUses(
        @Nullable ProcessUsage others, @Nullable ProcessUsage guaranteed, Map<TaskKey, ProcessUsage> tasks) {
    public static final ProcessUses NONE = new ProcessUses(null, null, Map.of());

    public ProcessUses {
        tasks = Map.copyOf(tasks);
    }
}
