package io.berth.sim.fleet;

import io.berth.core.dispatch.flow.Ended;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import java.util.List;

/** What a run knows of a request under way beside its flow: the work that it really is, and its first token. */
final class Tracked {
    private final RequestArrival arrival;
    /** Those whose one call it is; itself alone but where several were merged. */
    private final List<Member> members;

    private int server = RequestEnd.NO_SERVER;
    private long firstNanos = RequestEnd.NOT_YET;

    /** A request that is answered with it. */
    record Member(RequestArrival arrival, long number) {}

    /**
     * @param arrival what servers are asked
     * @param members whose answers that is
     */
    Tracked(RequestArrival arrival, List<Member> members) {
        this.arrival = arrival;
        this.members = members;
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

    /** How each of its members ended. */
    List<RequestEnd> end(Ended end) {
        return members.stream().map(member -> end(end, member)).toList();
    }

    private RequestEnd end(Ended end, Member member) {
        long held = arrival.atNanos() - member.arrival.atNanos();
        return new RequestEnd(
                member.arrival,
                member.number,
                end.atNanos(),
                end.startNanos(),
                server,
                end.queuedNanos() + held,
                firstNanos,
                end.outcome());
    }
}
