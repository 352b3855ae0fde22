package io.berth.sim.workload;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.Iterator;
import java.util.List;

/** Requests with priorities drawn by the seed, and deadlines. */
public final class PrioritisedRequests implements RequestStream {
    private static final String STREAM = "generate.priority";

    private final RequestStream requests;
    private final Choice<Integer> priorities;
    private final long deadlineNanos;
    private final long seed;

    /** @param deadlineNanos from the arrival; {@link Nanos#NEVER} for no limit */
    public PrioritisedRequests(
            RequestStream requests, List<Weighted<Integer>> priorities, long deadlineNanos, long seed) {
        this.requests = requests;
        this.priorities = new Choice<>(priorities);
        this.deadlineNanos = deadlineNanos;
        this.seed = seed;
    }

    @Override
    public long size() {
        return requests.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return new Changed<>(requests.iterator(), (arrival, index) -> {
            int priority = priorities.at(Chance.unitAt(seed, STREAM, index, 0));
            long deadline = Nanos.after(arrival.atNanos(), deadlineNanos);
            return new RequestArrival(
                    arrival.atNanos(), arrival.tenant(), priority, deadline, arrival.stages(), arrival.items());
        });
    }
}
