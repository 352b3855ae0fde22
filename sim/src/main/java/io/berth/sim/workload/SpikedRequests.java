package io.berth.sim.workload;

import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import io.berth.spec.fleet.Spike;
import java.util.Iterator;
import java.util.List;

/** Requests that come faster now and then: what would have come within a spike times its rate comes within the spike. */
public final class SpikedRequests implements RequestStream {
    private final RequestStream requests;
    private final List<Spike> spikes;

    /** @param spikes in order, none within another, from the first request on */
    public SpikedRequests(RequestStream requests, List<Spike> spikes) {
        this.requests = requests;
        this.spikes = List.copyOf(spikes);
    }

    @Override
    public long size() {
        return requests.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        Iterator<RequestArrival> all = requests.iterator();
        if (!all.hasNext()) {
            return all;
        }
        long first = requests.iterator().next().atNanos();
        return new Changed<>(
                all,
                (arrival, _) -> new RequestArrival(
                        first + warped(arrival.atNanos() - first),
                        arrival.tenant(),
                        arrival.priority(),
                        arrival.deadlineNanos(),
                        arrival.stages(),
                        arrival.bond(),
                        arrival.items()));
    }

    private long warped(long atNanos) {
        double at = (double) atNanos;
        for (Spike spike : spikes) {
            double into = at - spike.atNanos();
            if (into <= 0) {
                break;
            }
            double spiked = StrictMath.min(into, spike.lengthNanos() * spike.rate());
            at -= spiked - spiked / spike.rate();
        }
        return (long) at;
    }
}
