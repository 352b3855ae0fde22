package io.berth.core.catalog;

import io.berth.core.policy.Chooser;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.Preemption;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which parts of a strategy do not go together.
 *
 * @param kind of the part that asks something of another
 * @param asks true where it does
 * @param because why, behind its name
 * @param other of the part that it asks something of
 * @param goes true where that is as it must be
 * @param allowed what goes with it
 */
record Conflict(
        PolicyKind kind,
        Predicate<Strategy> asks,
        String because,
        PolicyKind other,
        Predicate<Strategy> goes,
        String allowed) {
    private static final List<Conflict> ALL = List.of(
            new Conflict(
                    PolicyKind.BACKFILL,
                    strategy -> strategy.backfill() == Backfill.CONSERVATIVE,
                    "promises every job its room",
                    PolicyKind.PREEMPT,
                    strategy -> strategy.preemption() == Preemption.NONE,
                    "none"),
            new Conflict(
                    PolicyKind.ORDER,
                    strategy -> strategy.order() instanceof Chooser,
                    "chooses among jobs that wait and does not compare them with those that run",
                    PolicyKind.PREEMPT,
                    strategy -> strategy.preemption() == Preemption.NONE,
                    "none"),
            new Conflict(
                    PolicyKind.PLAN,
                    strategy -> strategy.planning().plans(),
                    "decides about jobs together",
                    PolicyKind.BACKFILL,
                    strategy -> strategy.backfill() == Backfill.NONE || strategy.backfill() == Backfill.GREEDY,
                    "none or greedy"),
            new Conflict(
                    PolicyKind.PLAN,
                    strategy -> strategy.planning().plans(),
                    "decides about jobs together",
                    PolicyKind.PREEMPT,
                    strategy -> strategy.preemption() == Preemption.NONE,
                    "none"));

    /** @throws IllegalArgumentException where two parts do not go together */
    static void check(Strategy strategy) {
        for (Conflict conflict : ALL) {
            if (conflict.asks.test(strategy) && !conflict.goes.test(strategy)) {
                throw new IllegalArgumentException(conflict.text(strategy));
            }
        }
    }

    private String text(Strategy strategy) {
        return kind.key() + " ("
                + strategy.spec().part(kind).policies().getFirst().name() + ") " + because + ", so "
                + other.key() + " ("
                + strategy.spec().part(other).policies().getFirst().name()
                + ") does not go with it, only " + allowed + ".";
    }
}
