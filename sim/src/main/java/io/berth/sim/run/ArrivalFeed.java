package io.berth.sim.run;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The jobs of a workload as submissions, numbered in their order. */
public final class ArrivalFeed implements Feed {
    /** The origin of jobs that come from a workload. */
    public static final String ORIGIN = "workload";

    private final Iterator<Arrival> arrivals;
    private @Nullable Arrival next;
    private long number = 1;

    public ArrivalFeed(Workload workload) {
        this.arrivals = workload.iterator();
        advance();
    }

    @Override
    public long nextNanos() {
        return next == null ? Nanos.NEVER : next.atNanos();
    }

    @Override
    public Event next() {
        if (next == null) {
            throw new IllegalStateException("The workload is over.");
        }
        Event event = new Event.JobSubmitted(number, next.spec(), ORIGIN, number);
        number++;
        advance();
        return event;
    }

    private void advance() {
        next = arrivals.hasNext() ? arrivals.next() : null;
    }
}
