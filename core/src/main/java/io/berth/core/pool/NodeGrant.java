package io.berth.core.pool;

/**
 * That a node is granted.
 *
 * @param pool which has it
 * @param sinceNanos from when on
 */
public record NodeGrant(String pool, long sinceNanos) {}
