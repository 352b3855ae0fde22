package io.berth.core.policy;

import io.berth.core.policy.window.WindowPlanning;

/** A strategy made from its spec: what a pass asks. */
public record Strategy(
        StrategySpec spec,
        Order order,
        Placer placer,
        Backfill backfill,
        Preemption preemption,
        WindowPlanning planning) {}
