package io.berth.learn.online;

import io.berth.core.strategy.StrategySpec;

/**
 * A change of the strategy that a learner wants; it becomes an event of the journal.
 *
 * @param atNanos when it was wanted, UTC
 * @param kind what it is
 * @param id of the candidate promoted or demoted; empty elsewhere
 * @param why for people
 * @param strategy what shall be in force
 */
public record Change(long atNanos, Kind kind, String id, String why, StrategySpec strategy) {
    /** What a change is. */
    public enum Kind {
        /** Learning begins: the fallback, explored. */
        BEGIN,
        /** A share of the choices goes by a candidate that the simulation says is better; or by none any more. */
        TRY,
        PROMOTE,
        DEMOTE,
        /** Learning ends: the fallback, not explored. */
        STOP
    }
}
