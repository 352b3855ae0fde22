package io.berth.sim.fleet;

import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import java.util.ArrayList;
import java.util.List;

/** A request on its way through its stages. */
final class Flow {
    /** No token came yet. */
    static final long NOT_YET = -1;

    private final RequestArrival arrival;
    private int next;
    private int open;
    private boolean refused;
    private long queuedNanos;
    private long firstNanos = NOT_YET;

    Flow(RequestArrival arrival) {
        this.arrival = arrival;
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

    /** Time in queues, all stages together. */
    long queuedNanos() {
        return queuedNanos;
    }

    /** When its first token came; {@link #NOT_YET} where it has none. */
    long firstNanos() {
        return firstNanos;
    }
}
