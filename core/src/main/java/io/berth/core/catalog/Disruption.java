package io.berth.core.catalog;

import io.berth.core.strategy.Consolidation;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.Sparing;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

/**
 * How a strategy treats jobs that run, beside whether it stops them.
 *
 * @param preempts whom it spares where it preempts
 * @param reclaims whom it spares where queues get back what others borrowed
 * @param consolidation whether and how they move so that a waiting one fits
 */
public record Disruption(Sparing preempts, Sparing reclaims, Consolidation consolidation) {
    static final List<Entry<Consolidation>> CONSOLIDATIONS = List.of(
            new Entry<>("none", "what runs stays where it is", "", List.of(), (_, _) -> Consolidation.NONE),
            new Entry<>(
                    "move",
                    "jobs that go on where they stopped move so that a waiting one fits",
                    "KAI consolidation",
                    Consolidation.PARAMETERS,
                    (parameters, _) -> Consolidation.of(parameters)));

    /** What {@code spec} says of sparing, and {@code consolidation}. */
    static Disruption of(StrategySpec spec, Consolidation consolidation) {
        return new Disruption(
                Sparing.of(spec.policy(PolicyKind.PREEMPT)),
                Sparing.of(spec.policy(PolicyKind.RECLAIM)),
                consolidation);
    }

    /** True where a job may have to wait before others are stopped for it, or move. */
    public boolean delays() {
        return preempts.waitNanos() > 0
                || reclaims.waitNanos() > 0
                || consolidation.sparing().waitNanos() > 0;
    }
}
