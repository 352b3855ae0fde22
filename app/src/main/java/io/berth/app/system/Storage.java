package io.berth.app.system;

import io.berth.core.state.State;
import io.berth.live.journal.file.JournalOptions;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a system keeps on disk.
 *
 * @param journal the journal's folder; null to keep nothing
 * @param options how it is kept
 * @param history the file of ended jobs beside it, which the view writes, so only of a system with a console; null for none
 * @param resumed says in a line that it went on with the journal, and from which state; on the engine's thread
 * @param torn says in a line that its last record was cut off
 */
public record Storage(
        @Nullable Path journal,
        JournalOptions options,
        @Nullable Path history,
        Function<State, String> resumed,
        String torn) {}
