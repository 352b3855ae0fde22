package io.berth.sim.report;

import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.journal.ByteSink;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;

/** Finds the identity of a run of requests: what came, and which stage went to which server and which request ended when. */
public final class RequestDigest implements FleetObserver {
    private static final int NOT_REFUSED = -1;

    private final Digest workload = new Digest();
    private final Digest outcome = new Digest();
    private final ByteSink sink = new ByteSink();
    private final FleetObserver next;

    /** Tells {@code next} all that it is told. */
    public RequestDigest(FleetObserver next) {
        this.next = next;
    }

    @Override
    public void arrived(RequestArrival arrival) {
        sink.clear();
        sink.number(arrival.atNanos());
        sink.number(arrival.tenant());
        sink.number(arrival.priority());
        sink.time(arrival.deadlineNanos());
        for (Stage stage : arrival.stages()) {
            sink.number(stage.model());
            sink.number(stage.workNanos());
            sink.number(stage.expectedNanos());
            sink.number(stage.firstNanos());
            sink.number(stage.memoryBytes());
            sink.flag(stage.beside());
            sink.number(stage.feature());
        }
        workload.add(sink);
        next.arrived(arrival);
    }

    @Override
    public void sent(Request request, int server) {
        sink.clear();
        sink.number(request.id());
        sink.number(server);
        outcome.add(sink);
        next.sent(request, server);
    }

    @Override
    public void started(Request request, int server, long freeBytes) {
        next.started(request, server, freeBytes);
    }

    @Override
    public void left(Request request, int server) {
        next.left(request, server);
    }

    @Override
    public void ended(RequestEnd end) {
        Refusal reason = end.reason();
        sink.clear();
        sink.number(end.number());
        sink.number(end.atNanos());
        sink.number(reason == null ? NOT_REFUSED : reason.ordinal());
        outcome.add(sink);
        next.ended(end);
    }

    /** The identity of what happened so far; call it once, after the run. */
    public RunIdentity identity() {
        return new RunIdentity(workload.text(), outcome.text());
    }
}
