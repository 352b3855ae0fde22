package io.berth.core.policy;

/** A strategy made from its spec: what a pass asks. */
public record Strategy(
        StrategySpec spec,
        Order order,
        Placer placer,
        Backfill backfill,
        Preemption preemption,
        WindowPlanning planning) {}
