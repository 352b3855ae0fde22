package io.berth.sim.service;

import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.Iterator;

/** The same requests at another time: the first comes at {@code firstNanos}, the others as long after it as they did. */
record LaterRequests(RequestStream requests, long firstNanos) implements RequestStream {
    @Override
    public long size() {
        return requests.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        Iterator<RequestArrival> all = requests.iterator();
        long first = all.hasNext() ? requests.iterator().next().atNanos() : 0;
        long later = firstNanos - first;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public RequestArrival next() {
                RequestArrival arrival = all.next();
                long deadline = arrival.deadlineNanos();
                return arrival.at(arrival.atNanos() + later)
                        .with(arrival.priority(), deadline == Nanos.NEVER ? deadline : deadline + later);
            }
        };
    }
}
