package io.berth.sim.report.identity;

import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;

/** Finds the identity of a run of requests: what came, and which stage went to which server and which request ended when. */
public final class RequestDigest implements FleetObserver {
    private static final int ANSWERED = -1;
    /** Codes of other ends begin here, beyond those of refusals. */
    private static final int OTHER_ENDS = 1000;

    private static final int FAILURES = 2000;

    private final Digest workload = new Digest();
    private final Digest outcome = new Digest();
    private final FleetObserver next;

    /** Tells {@code next} all that it is told. */
    public RequestDigest(FleetObserver next) {
        this.next = next;
    }

    @Override
    public void arrived(RequestArrival arrival) {
        workload.add(arrival.atNanos())
                .add(arrival.tenant())
                .add(arrival.priority())
                .add(arrival.deadlineNanos());
        for (Stage stage : arrival.stages()) {
            workload.add(stage.model())
                    .add(stage.workNanos())
                    .add(stage.expectedNanos())
                    .add(stage.firstNanos());
            workload.add(stage.memoryBytes()).add(stage.beside() ? 1 : 0).add(stage.feature());
        }
        next.arrived(arrival);
    }

    @Override
    public void sent(Request request, int server) {
        outcome.add(request.id()).add(server);
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
        outcome.add(end.number()).add(end.atNanos()).add(code(end.outcome()));
        next.ended(end);
    }

    private static int code(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Plain plain -> plain == Outcome.Plain.ANSWERED ? ANSWERED : OTHER_ENDS + plain.ordinal();
            case Outcome.Rejected rejected -> rejected.reason().ordinal();
            case Outcome.Failed(Failure reason) -> FAILURES + reason.ordinal();
        };
    }

    /** The identity of what happened so far; call it once, after the run. */
    public RunIdentity identity() {
        return new RunIdentity(workload.text(), outcome.text());
    }
}
