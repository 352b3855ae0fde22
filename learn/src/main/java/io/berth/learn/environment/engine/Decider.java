package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;

/** What of a strategy an agent decides; one for all episodes of an environment. */
interface Decider {
    /** What is seen and done. */
    View view();

    /** {@code catalog} with policies that ask {@code scene}. */
    Catalog catalog(Catalog catalog, Scene scene);

    /** {@code strategy} with these policies. */
    StrategySpec strategy(StrategySpec strategy);
}
