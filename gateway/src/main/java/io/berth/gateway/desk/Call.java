package io.berth.gateway.desk;

import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.gateway.journey.Decision;

/**
 * One request as the desk knows it. It is told of what was decided by whatever thread had the desk do it, when the desk is let go; two
 * threads may tell it in another order than things were decided in.
 */
public interface Call {
    /** Whether it is wanted to know how all servers compared. */
    default boolean explains() {
        return false;
    }

    /** Why it goes to the server that it is next told of. */
    default void decided(Decision decision) {}

    /** It goes to {@code server} as {@code request}; the desk is then told how that ended, unless it says {@link #leave} first. */
    void go(int server, Request request);

    /** The same of stage {@code stage}, from 0. */
    default void go(int server, Request request, int stage) {
        go(server, request);
    }

    /** Whether it is done in stages, and hears of that. */
    default boolean staged() {
        return false;
    }

    /** What stage {@code stage} made, which is done and may be kept; asked with the desk's lock. */
    default byte[] made(int stage) {
        return new byte[0];
    }

    /** What stage {@code stage} would have made is {@code kept}; told with the desk's lock, before anything that follows from it. */
    default void reused(int stage, byte[] kept) {}

    /** All stages are done; told to those alone that are {@link #staged}. */
    default void answered() {}

    /** What a server was asked as {@code request} is of no more use; the desk is told nothing more of it. */
    void leave(Request request);

    /**
     * What a server was asked as {@code request} should make room for something more urgent. The desk is told that it has left its server
     * ({@link Desk#evicted}), or that it goes on ({@link Desk#spared}).
     *
     * @param streaming whether it leaves its server although its client has begun to hear the answer
     */
    void evict(Request request, boolean streaming);

    /** Whether its client has begun to hear the answer; asked by any thread. */
    default boolean streams() {
        return true;
    }

    /**
     * It ended without an answer: it was turned away, failed, or ran out of time.
     *
     * @param againNanos after how long it is worth another try; where that was turned away for want of room or of its tenant's quota, it
     *     is let in then; 0 where nothing is known
     */
    void ended(Outcome outcome, long againNanos);
}
