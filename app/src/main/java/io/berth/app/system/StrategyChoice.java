package io.berth.app.system;

import io.berth.core.strategy.StrategySpec;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a system decides by.
 *
 * @param wanted holds from the start on, whatever its journal says; null for that of the journal
 * @param file whose every change becomes the strategy; null for none
 * @param reader of strategies, as people write them
 */
public record StrategyChoice(
        @Nullable StrategySpec wanted, @Nullable Path file, StrategyReader reader) {}
