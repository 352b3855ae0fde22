package io.berth.core.dispatch;

import io.berth.core.time.Chance;

/** Says which server a request goes to. One instance serves one fleet in one event loop; it may remember. */
public interface Balancer {
    /**
     * The server for {@code request}, one that {@link Fleet#takes takes} it; {@link Fleet#NONE} where none does. Allocates
     * nothing.
     *
     * @param chance draws counted over the life of the event loop
     */
    int pick(Request request, Fleet fleet, long nowNanos, Chance chance);

    /** Called once, before the first pick: the time to begin keeping something per server. */
    default void begin(Fleet fleet) {}
}
