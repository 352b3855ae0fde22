package io.berth.core.strategy;

/** What happens behind a waiting job that does not fit. */
public enum Backfill {
    /** Nothing: the queue waits for its head. */
    NONE,
    /** Whatever fits starts at once, without a promise to the jobs passed over. */
    GREEDY,
    /** The first job that does not fit is promised the earliest room; whatever does not delay it starts. */
    EASY,
    /** Every waiting job is promised room; whatever delays none of them starts. */
    CONSERVATIVE
}
