package io.berth.core.dispatch.flow;

/**
 * What happened to attempts so far.
 *
 * @param lost had a slot when a server failed them
 * @param retried were sent again after that
 * @param moved waited at a server that failed, and went to another
 * @param shared stages that waited for the same work of another request
 */
public record FlowCounts(long lost, long retried, long moved, long shared) {}
