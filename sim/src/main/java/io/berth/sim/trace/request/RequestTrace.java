package io.berth.sim.trace.request;

import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.Iterator;
import java.util.List;

/**
 * The requests of a trace.
 *
 * @param requests in the order of arrival, the first at 0
 * @param models the names of the models they ask for, by number; empty where the trace has none
 */
public record RequestTrace(List<RequestArrival> requests, List<String> models) implements RequestStream {
    public RequestTrace {
        requests = List.copyOf(requests);
        models = List.copyOf(models);
    }

    @Override
    public long size() {
        return requests.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return requests.iterator();
    }
}
