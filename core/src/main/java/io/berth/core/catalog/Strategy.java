package io.berth.core.catalog;

import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.policy.delay.Delay;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Preemption;
import io.berth.core.strategy.Resize;
import io.berth.core.strategy.StrategySpec;

/** A strategy made from its spec: what a pass asks. */
public record Strategy(
        StrategySpec spec,
        Order order,
        Placing placing,
        Backfill backfill,
        Preemption preemption,
        WindowPlanning planning,
        Delay delay,
        Sharing sharing,
        WaitBound bound,
        Disruption disruption,
        Resize resize) {
    /** Which node of those that may take a task is preferred. */
    public Placer placer() {
        return placing.placer();
    }
}
