package io.berth.core.dispatch.flow;

/**
 * What happened to attempts so far.
 *
 * @param lost had a slot when a server failed them
 * @param retried were sent again after that
 * @param moved waited at a server that failed, and went to another
 * @param shared stages that waited for the same work of another request
 * @param evicted were ended to make room for more urgent ones
 * @param evictedNanos how long those had had their slots, all together
 */
public record FlowCounts(long lost, long retried, long moved, long shared, long evicted, long evictedNanos) {
    /** Nothing. */
    public static final FlowCounts NONE = new FlowCounts(0, 0, 0, 0, 0, 0);
}
