package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Request;

/**
 * The servers as {@link Flow} needs them: virtual ones, or connections to real ones. Calls come from within a call of the flow, which
 * none of them may call back; what comes of them is told later.
 */
public interface Servers {
    /** Whether {@code server}, which has a slot left, could begin {@code request} now. */
    boolean canStart(int server, Request request, long nowNanos);

    /** {@code server} begins {@code attempt}, until the flow is told of its answer or its end. */
    void start(int server, Attempt attempt, long nowNanos);

    /**
     * Nobody wants the answer of {@code attempt} any more, which {@code server} has begun.
     *
     * @return whether it has ended there for certain; else {@link Flow#stopped} may tell
     */
    boolean stop(int server, Attempt attempt, long nowNanos);

    /**
     * {@code attempt} should make room for a more urgent one: {@link Flow#evicted} then tells that it has left {@code server}, or {@link
     * Flow#spared} that it goes on, as its answer has begun.
     */
    default void evict(int server, Attempt attempt, long nowNanos) {
        throw new UnsupportedOperationException("No request is ended here before its time.");
    }

    /** Whether the client of {@code attempt}, which {@code server} has begun, has heard something of its answer. */
    default boolean streams(int server, Attempt attempt, long nowNanos) {
        return false;
    }

    /** {@code server}, which drained, is no more in the fleet; its number may be given again. */
    default void gone(int server, long nowNanos) {}

    /** {@code request} now waits for a slot of {@code server}. */
    default void queued(int server, Request request) {}

    /** All that {@code server} can begin now has begun. */
    default void settled(int server, long nowNanos) {}
}
