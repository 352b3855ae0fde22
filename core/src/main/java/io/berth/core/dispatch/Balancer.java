package io.berth.core.dispatch;

import io.berth.core.time.Chance;

/** Says which server a request goes to. One instance serves one fleet in one event loop; it may remember. */
public interface Balancer {
    /** In place of work where a request left its server without an answer. */
    long NO_ANSWER = -1;

    /**
     * The server for {@code request}, one that {@link Fleet#takes takes} it; {@link Fleet#NONE} where none does. Allocates
     * nothing.
     *
     * @param chance draws counted over the life of the event loop
     */
    int pick(Request request, Fleet fleet, long nowNanos, Chance chance);

    /**
     * Whether {@code request}, which waits at the gateway behind {@code ahead} others, takes a slot that {@code server} has free; else it
     * waits for another one.
     */
    default boolean suits(int server, Request request, int ahead, long nowNanos) {
        return true;
    }

    /** Called once, before the first pick: the time to begin keeping something per server. */
    default void begin(Fleet fleet) {}

    /** {@code request} was sent to {@code server}, where it is from now on. */
    default void sent(int server, Request request, long nowNanos) {}

    /**
     * {@code request} has left {@code server}, to which it was sent.
     *
     * @param workNanos the work that it turned out to be, without the reading of its prompt; {@link #NO_ANSWER} where it left
     *     without an answer
     */
    default void left(int server, Request request, long workNanos, long nowNanos) {}

    /**
     * {@code server} itself says how busy it is, all that others have sent it counted.
     *
     * @param running requests that have a slot
     * @param waiting requests that have none
     */
    default void reported(int server, int running, int waiting, long nowNanos) {}

    /**
     * What {@code server} said last of itself is so old that only a part of it counts.
     *
     * @param share from 1, all of it, to 0, nothing
     */
    default void faded(int server, double share) {}

    /** A further server has number {@code server}; what was kept of another with that number counts no more. */
    default void joined(int server) {}

    /**
     * Says what it sees of {@code server}, which takes {@code request}, at the moment of a pick and before it is sent; it changes nothing.
     * By default how many requests are there.
     */
    default void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        into.set(Candidate.Measure.REQUESTS, fleet.crowd(server));
    }
}
