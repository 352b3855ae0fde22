package io.berth.core.catalog;

import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.Sparing;
import io.berth.core.strategy.StrategySpec;

/**
 * How a strategy treats jobs that run, beside whether it stops them.
 *
 * @param preempts whom it spares where it preempts
 * @param reclaims whom it spares where queues get back what others borrowed
 */
public record Disruption(Sparing preempts, Sparing reclaims) {
    /** As {@code spec} says. */
    static Disruption of(StrategySpec spec) {
        return new Disruption(Sparing.of(spec.policy(PolicyKind.PREEMPT)), Sparing.of(spec.policy(PolicyKind.RECLAIM)));
    }

    /** True where a job may have to wait before others are stopped for it. */
    public boolean delays() {
        return preempts.waitNanos() > 0 || reclaims.waitNanos() > 0;
    }
}
