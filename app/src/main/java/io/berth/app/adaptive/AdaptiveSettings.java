package io.berth.app.adaptive;

import io.berth.app.catalog.FullCatalog;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.adaptive.AdaptiveReader;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Shape;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The key {@code adaptive} of a configuration: by what a running system chooses its strategy. */
public final class AdaptiveSettings {
    private AdaptiveSettings() {}

    /** The key, not allowed beside {@code strategy}. */
    public static Key key() {
        return Key.of(
                        AdaptiveSchema.KEY,
                        new Shape.Nested(AdaptiveSchema.ADAPTIVE),
                        "In place of strategy: one of several, chosen again and again by running them ahead; docs/guide/adaptive.md.")
                .without("strategy");
    }

    /**
     * By what a strategy is chosen; null where {@code file} says nothing of it.
     *
     * @throws InputException where one of the portfolio, the objective or a guard is none
     */
    public static @Nullable AdaptiveSpec read(Fields file) {
        if (!file.has(AdaptiveSchema.KEY)) {
            return null;
        }
        Tree tree = file.value(AdaptiveSchema.KEY);
        CatalogNames names = FullCatalog.names();
        AdaptiveSpec spec = new AdaptiveReader(new StrategyReader(names, Path.of(""))).read(tree);
        String place = tree.position() + ": " + AdaptiveSchema.KEY;
        spec.portfolio().forEach(strategy -> names.check(strategy, place));
        try {
            Selector.check(spec);
        } catch (InputException e) {
            throw InputException.at(tree, String.valueOf(e.getMessage()));
        }
        return spec;
    }
}
