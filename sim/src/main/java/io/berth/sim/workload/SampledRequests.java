package io.berth.sim.workload;

import io.berth.core.time.Chance;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A share of the requests of a trace, each kept or not by chance: what might have come as well, as often as there are seeds. */
public final class SampledRequests implements RequestStream {
    private static final String STREAM = "requests.sample";

    private final List<RequestArrival> kept = new ArrayList<>();

    /** @param share how many are kept, at most 1 */
    public SampledRequests(RequestStream requests, double share, long seed) {
        long index = 0;
        for (RequestArrival arrival : requests) {
            if (Chance.unitAt(seed, STREAM, index++, 0) < share) {
                kept.add(arrival);
            }
        }
    }

    @Override
    public long size() {
        return kept.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return List.copyOf(kept).iterator();
    }
}
