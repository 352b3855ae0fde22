package io.berth.kube.extend;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;

/**
 * How a scheduler of somebody else's is answered.
 *
 * @param strategy says which node is best
 * @param catalog of its policies
 * @param holdNanos how long room is held for a pod that was told where to go and is not bound
 * @param waitNanos how long a question waits for a pod that the API server has not told of
 */
public record ExtenderOptions(StrategySpec strategy, Catalog catalog, long holdNanos, long waitNanos) {}
