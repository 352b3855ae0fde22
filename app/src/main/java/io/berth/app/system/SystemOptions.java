package io.berth.app.system;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a system is made of.
 *
 * @param engine what decides, in which world
 * @param storage what is kept on disk
 * @param strategy what it decides by
 * @param console what is served to people and programs; null for nothing
 * @param learning how it learns while it runs; null where it does not
 * @param parts what else it has, in the order in which they are opened
 */
public record SystemOptions(
        EngineSetup engine,
        Storage storage,
        StrategyChoice strategy,
        @Nullable ConsoleSetup console,
        @Nullable LearningSetup learning,
        List<Part> parts) {
    public SystemOptions {
        parts = List.copyOf(parts);
    }
}
