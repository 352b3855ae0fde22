package io.berth.core.plan.preempt;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.strategy.Sparing;

/**
 * Which running jobs others may take the room of.
 *
 * @param order those that go later in it
 * @param sparing but for those that are spared
 */
public record Preempting(KeyedOrder order, Sparing sparing) {}
