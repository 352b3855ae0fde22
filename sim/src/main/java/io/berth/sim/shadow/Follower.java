package io.berth.sim.shadow;

import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tells a meter of a run that is made when the run begins. */
record Follower(AtomicReference<@Nullable OutcomeMeter> meter) implements Observer {
    @Override
    public void ended(JobEnd end) {
        OutcomeMeter here = meter.get();
        if (here != null) {
            here.ended(end);
        }
    }

    @Override
    public void instant(Frame frame, State state) {
        OutcomeMeter here = meter.get();
        if (here != null) {
            here.instant(frame, state);
        }
    }
}
