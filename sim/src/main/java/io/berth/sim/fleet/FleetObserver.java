package io.berth.sim.fleet;

import io.berth.core.dispatch.Request;
import io.berth.sim.request.RequestArrival;

/** Somebody who follows a run. A server is told of by its place among those that were declared. */
public interface FleetObserver {
    /** Nobody. */
    FleetObserver NONE = new FleetObserver() {};

    /** A request came. */
    default void arrived(RequestArrival arrival) {}

    /** A stage was sent to a server. */
    default void sent(Request request, int server) {}

    /** A stage has a slot; the server has so much memory left. */
    default void started(Request request, int server, long freeBytes) {}

    /** A stage has left its slot, whether it was done or not. */
    default void left(Request request, int server) {}

    /** A request is answered, or ended otherwise. */
    default void ended(RequestEnd end) {}
}
