package io.berth.sim.table;

import io.berth.core.catalog.Catalog;
import io.berth.core.policy.Facts;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

/** Orders for protocols that are not run by the engine: the same code that decides there. */
public final class CatalogOrder {
    private static final Facts NONE = new Facts(1, 1, List.of());

    private CatalogOrder() {}

    /** The order that {@code spec} describes. */
    public static KeyedOrder of(PolicySpec spec) {
        StrategySpec strategy = StrategySpec.of(spec.name()).ordering(spec);
        return Catalog.standard().strategy(strategy, NONE).order().keyed();
    }
}
