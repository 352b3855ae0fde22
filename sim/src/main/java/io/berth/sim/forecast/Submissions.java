package io.berth.sim.forecast;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.clock.Feed;
import io.berth.sim.workload.Arrival;
import java.util.List;

/** Jobs that may be submitted in one member of an ensemble; drawn as far as somebody comes. */
final class Submissions implements Feed {
    private static final String ORIGIN = "forecast";

    private final PastArrivals arrivals;
    private final LearntRunTimes runs;
    private final long fromNanos;
    private final int stretches;
    private final long member;
    private long job;
    private List<Arrival> drawn = List.of();
    private int stretch;
    private int next;
    private long sequence;

    /**
     * @param member the same number draws the same
     * @param firstJob the number of the first of them
     * @param untilNanos none comes much later
     */
    Submissions(StartEstimator.Past past, long member, long firstJob, long fromNanos, long untilNanos) {
        this.arrivals = past.arrivals();
        this.runs = past.runs();
        this.member = member;
        this.job = firstJob;
        this.fromNanos = fromNanos;
        this.stretches = (int) ((untilNanos - fromNanos) / PastArrivals.STRETCH);
        advance();
    }

    @Override
    public long nextNanos() {
        return next < drawn.size() ? drawn.get(next).atNanos() : Nanos.NEVER;
    }

    @Override
    public Event next() {
        JobSpec spec = drawn.get(next).spec();
        long work = runs.draw(spec, 0, new Luck.OfMember(member, job)).nanos();
        sequence++;
        Event event = new Event.JobSubmitted(job, spec.withWork(work), ORIGIN, sequence);
        job++;
        next++;
        advance();
        return event;
    }

    private void advance() {
        while (next == drawn.size() && stretch < stretches) {
            drawn = arrivals.drawn(fromNanos, stretch, member);
            next = 0;
            stretch++;
        }
    }
}
