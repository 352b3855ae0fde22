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
import java.util.List;

/**
 * A strategy made from its spec: what a pass asks.
 *
 * @param placing where tasks go of jobs that are of no class
 * @param classes where those of each class go, in the order of the spec
 */
public record Strategy(
        StrategySpec spec,
        Order order,
        Placing placing,
        List<Placing> classes,
        Backfill backfill,
        Preemption preemption,
        WindowPlanning planning,
        Delay delay,
        Sharing sharing,
        WaitBound bound,
        Disruption disruption,
        Resize resize) {
    /** Which node of those that may take a task is preferred, for jobs that are of no class. */
    public Placer placer() {
        return placing.placer();
    }
}
