package io.berth.app.up.setting;

import io.berth.app.catalog.FullCatalog;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.adaptive.AdaptiveReader;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;

/** The keys of {@code adaptive:} in the file of {@code berth up}. */
final class AdaptiveSettings {
    private static final String LEARN = "learn";

    private AdaptiveSettings() {}

    /**
     * By what a strategy is chosen.
     *
     * @throws InputException where one of the portfolio, the objective or a guard is none, or something else sets the strategy too
     */
    static AdaptiveSpec read(Fields file) {
        Tree tree = file.value(AdaptiveSchema.KEY);
        if (file.has(LEARN) && LearnSettings.read(file.value(LEARN)) != null) {
            throw InputException.at(
                    file.value(LEARN), "may not stand beside " + AdaptiveSchema.KEY + ": both say what decides");
        }
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
