package io.berth.spec.fault;

import io.berth.core.strategy.StrategySpec;
import org.jspecify.annotations.Nullable;

/**
 * One thing that goes wrong.
 *
 * @param forNanos how long it lasts, from {@code atNanos} on
 * @param node the number of the node that it befalls; 0 where it befalls none
 * @param job likewise the number of the job
 * @param percent how much: of a node, of the tasks; 0 to 100
 * @param byNanos how late, slow or far it is
 * @param strategy the one that is put in force; null for other kinds
 */
public record Fault(
        FaultKind kind,
        long atNanos,
        long forNanos,
        int node,
        long job,
        int percent,
        long byNanos,
        @Nullable StrategySpec strategy) {
    /** When it is over. */
    public long endNanos() {
        return atNanos + forNanos;
    }

    /** The same of node {@code other}. */
    public Fault on(int other) {
        return new Fault(kind, atNanos, forNanos, other, job, percent, byNanos, strategy);
    }

    /** The same with {@code other} in force. */
    public Fault with(StrategySpec other) {
        return new Fault(kind, atNanos, forNanos, node, job, percent, byNanos, other);
    }

    /** True where it lasts at {@code nanos}. */
    public boolean lasts(long nanos) {
        return nanos >= atNanos && nanos < endNanos();
    }
}
