package io.berth.sim.report;

import io.berth.core.engine.Observer;
import io.berth.core.engine.State;
import io.berth.core.event.Event;
import io.berth.core.journal.ByteSink;
import io.berth.core.journal.Frame;
import io.berth.core.journal.FrameCodec;
import java.util.List;

/**
 * Finds the identity of a run of jobs while it lasts: the SHA-256 of what its journal has, all of it for the outcome and the
 * submissions alone for the workload. The seed of a run is in neither.
 */
public final class RunDigest implements Observer {
    private final Digest workload = new Digest();
    private final Digest outcome = new Digest();
    private final ByteSink sink = new ByteSink();

    @Override
    public void instant(Frame frame, State state) {
        digest(frame, outcome);
        List<Event> submissions = frame.events().stream()
                .filter(Event.JobSubmitted.class::isInstance)
                .toList();
        if (!submissions.isEmpty()) {
            digest(new Frame(frame.atNanos(), submissions, null), workload);
        }
    }

    /** The identity of what happened so far; call it once, after the run. */
    public RunIdentity identity() {
        return new RunIdentity(workload.text(), outcome.text());
    }

    private void digest(Frame frame, Digest into) {
        sink.clear();
        FrameCodec.write(frame, sink);
        into.add(sink);
    }
}
