package io.berth.sim.report;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.sim.run.ArrivalFeed;
import java.util.function.LongConsumer;

/** Tells somebody how many jobs of a workload arrived in each instant. */
public final class JobCounter implements Observer {
    private final LongConsumer arrived;

    public JobCounter(LongConsumer arrived) {
        this.arrived = arrived;
    }

    @Override
    public void instant(Frame frame, State state) {
        long jobs = 0;
        for (Event event : frame.events()) {
            jobs += event instanceof Event.JobSubmitted job && job.origin().equals(ArrivalFeed.ORIGIN) ? 1 : 0;
        }
        if (jobs > 0) {
            arrived.accept(jobs);
        }
    }
}
