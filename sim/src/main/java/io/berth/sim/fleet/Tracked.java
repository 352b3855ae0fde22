package io.berth.sim.fleet;

import io.berth.core.dispatch.flow.Ended;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;

/** What a run knows of a request under way beside its flow: the work that it really is, and its first token. */
final class Tracked {
    private final RequestArrival arrival;
    private int server = RequestEnd.NO_SERVER;
    private long firstNanos = RequestEnd.NOT_YET;

    Tracked(RequestArrival arrival) {
        this.arrival = arrival;
    }

    RequestArrival arrival() {
        return arrival;
    }

    Stage stage(int stage) {
        return arrival.stages().get(stage);
    }

    /** A stage got a slot of the server of {@code place}. */
    void started(int place) {
        server = server == RequestEnd.NO_SERVER ? place : server;
    }

    /** A stage ended whose first token came at {@code atNanos}; {@link RequestEnd#NOT_YET} where it has none. */
    void token(long atNanos) {
        firstNanos = StrictMath.max(firstNanos, atNanos);
    }

    RequestEnd end(Ended end) {
        return new RequestEnd(
                arrival,
                end.number(),
                end.atNanos(),
                end.startNanos(),
                server,
                end.queuedNanos(),
                firstNanos,
                end.outcome());
    }
}
