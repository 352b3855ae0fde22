package io.berth.sim.trace.request;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * The requests of a trace as if so many times as many people had sent them: each of them several times, each copy later by a time that is drawn alike from up to a
 * minute. The load goes up and down as recorded, but for that minute.
 */
public final class CopiedRequests implements RequestStream {
    private static final String STREAM = "requests.copies";
    private static final double LATER = Nanos.MINUTE;

    private final List<RequestArrival> all = new ArrayList<>();

    /** @param copies how many come in place of each */
    public CopiedRequests(RequestStream requests, int copies, long seed) {
        long draw = 0;
        for (RequestArrival arrival : requests) {
            for (int copy = 0; copy < copies; copy++) {
                long later = (long) (LATER * Chance.unitAt(seed, STREAM, draw++, 0));
                all.add(arrival.at(arrival.atNanos() + later));
            }
        }
        all.sort(Comparator.comparingLong(RequestArrival::atNanos));
    }

    @Override
    public long size() {
        return all.size();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return List.copyOf(all).iterator();
    }
}
