package io.berth.sim.fleet;

import io.berth.core.dispatch.Refusal;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request on its way through its stages. */
final class Flow {
    /** No token came yet. */
    static final long NOT_YET = RequestEnd.NOT_YET;

    private final RequestArrival arrival;
    private final long number;
    private int next;
    private int open;
    private boolean refused;
    private long queuedNanos;
    private long firstNanos = NOT_YET;
    private long startNanos = NOT_YET;
    private int server = RequestEnd.NO_SERVER;

    /** @param number in the order of arrival, from 1 */
    Flow(RequestArrival arrival, long number) {
        this.arrival = arrival;
        this.number = number;
    }

    RequestArrival arrival() {
        return arrival;
    }

    /** The stages that come next: one, and those beside it; none where all are done. */
    List<Stage> advance() {
        List<Stage> together = new ArrayList<>();
        List<Stage> stages = arrival.stages();
        while (next < stages.size() && (together.isEmpty() || stages.get(next).beside())) {
            together.add(stages.get(next++));
        }
        return together;
    }

    void opened() {
        open++;
    }

    /** A stage got a slot of {@code to}. */
    void started(int to, long now) {
        if (startNanos == NOT_YET) {
            startNanos = now;
            server = to;
        }
    }

    /** A stage ended. */
    void closed(Call call) {
        open--;
        queuedNanos += call.startedNanos() - call.request().arrivedNanos();
        firstNanos = StrictMath.max(firstNanos, call.firstNanos());
    }

    void refuse() {
        refused = true;
    }

    boolean refused() {
        return refused;
    }

    /** True where stages are in a queue or on a server. */
    boolean busy() {
        return open > 0;
    }

    /** What became of it at {@code now}: turned away for {@code reason}, or answered where that is null. */
    RequestEnd end(long now, @Nullable Refusal reason) {
        return new RequestEnd(arrival, number, now, startNanos, server, queuedNanos, firstNanos, reason);
    }

    /** Time in queues, all stages together. */
    long queuedNanos() {
        return queuedNanos;
    }

    /** When its first token came; {@link #NOT_YET} where it has none. */
    long firstNanos() {
        return firstNanos;
    }
}
