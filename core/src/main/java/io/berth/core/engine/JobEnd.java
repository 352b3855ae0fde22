package io.berth.core.engine;

/**
 * A job that left the state.
 *
 * @param atNanos when
 * @param outcome how
 */
public record JobEnd(Job job, long atNanos, JobOutcome outcome) {}
