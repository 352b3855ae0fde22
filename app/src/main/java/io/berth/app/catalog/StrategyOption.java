package io.berth.app.catalog;

import io.berth.app.option.Option;
import io.berth.app.option.Words;

/** A strategy, by its name or in full. */
public final class StrategyOption {
    /** The strategies that have a name. */
    public static final Words NAMES = Words.one(FullCatalog::strategies);

    private StrategyOption() {}

    /** One of which {@code doc} says what it is for. */
    public static Option saying(String doc) {
        return Option.value("--strategy", "NAME", doc).of(NAMES);
    }
}
