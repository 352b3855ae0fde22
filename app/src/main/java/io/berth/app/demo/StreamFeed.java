package io.berth.app.demo;

import io.berth.core.event.Event;
import io.berth.sim.clock.Feed;
import io.berth.sim.workload.Arrival;
import java.util.Iterator;

/** A stream's jobs as submissions; the driver gives them their numbers. */
final class StreamFeed implements Feed {
    private static final long NO_NUMBER_YET = 0;

    private final Iterator<Arrival> arrivals;
    private final String origin;
    private Arrival next;
    private long sequence;

    /** @param taken how many of the stream's jobs have come already; {@code arrivals} begins after them and never ends */
    StreamFeed(String origin, long taken, Iterator<Arrival> arrivals) {
        this.origin = origin;
        this.sequence = taken;
        this.arrivals = arrivals;
        this.next = arrivals.next();
    }

    @Override
    public long nextNanos() {
        return next.atNanos();
    }

    @Override
    public Event next() {
        Event event = new Event.JobSubmitted(NO_NUMBER_YET, next.spec(), origin, ++sequence);
        next = arrivals.next();
        return event;
    }
}
