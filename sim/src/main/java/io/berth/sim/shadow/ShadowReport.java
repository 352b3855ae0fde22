package io.berth.sim.shadow;

/**
 * What was, and what a strategy would have made of the same jobs.
 *
 * @param fromNanos when the record begins, UTC
 * @param toNanos its last moment
 * @param jobs those that were made in it, and are reported of
 * @param fixed those that were only found where they are: they hold their room there, and are not reported of
 * @param was what came of them
 * @param would what would have come of them
 * @param agreement how it decided where they were started
 */
public record ShadowReport(
        long fromNanos, long toNanos, long jobs, long fixed, Outcome was, Outcome would, Agreement agreement) {}
