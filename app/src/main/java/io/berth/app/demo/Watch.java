package io.berth.app.demo;

import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.core.state.part.JobOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the engine for the views. On the engine's thread it counts and, when a view asks, makes an image of the
 * state; a view makes its snapshot of it on its own thread.
 */
final class Watch implements Observer {
    private final DecisionLog log = new DecisionLog();
    private Observer next = new Observer() {};
    private @Nullable Counts counts;

    /** What is counted since the run began or was resumed. */
    private record Counts(State state, RunMetrics metrics, RateMeter starts, RateMeter finishes, long sinceNanos) {}

    /** One moment, ready to be taken to another thread. */
    record Exposure(StateImage state, double startedPerHour, double finishedPerHour, List<DemoSnapshot.LogRow> log) {
        DemoSnapshot snapshot(double wallSeconds, double timeScale) {
            return new SnapshotMaker(state.state())
                    .snapshot(new SnapshotMaker.Surroundings(
                            wallSeconds, timeScale, startedPerHour, finishedPerHour, log));
        }
    }

    /** Follows {@code state} from {@code nowNanos} on; to be called first. */
    void begin(State state, long nowNanos) {
        counts = new Counts(
                state, RunMetrics.endless(state), new RateMeter(nowNanos), new RateMeter(nowNanos), nowNanos);
    }

    /** The figures of the run; on the engine's thread, or when the engine has stopped. */
    RunMetrics metrics() {
        return counts().metrics();
    }

    /** What it follows; likewise. */
    State state() {
        return counts().state();
    }

    /** Tells {@code after} of everything too, after it has counted it. */
    void tellToo(Observer after) {
        next = after;
    }

    /** Since when it follows, cluster time. */
    long sinceNanos() {
        return counts().sinceNanos();
    }

    @Override
    public void ended(JobEnd end) {
        counts().metrics().ended(end);
        log.ended(end);
        if (end.outcome() == JobOutcome.FINISHED) {
            counts().finishes().happened(end.atNanos());
        }
        next.ended(end);
    }

    @Override
    public void instant(Frame frame, State state) {
        counts().metrics().instant(frame, state);
        log.instant(frame, state);
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Start) {
                    counts().starts().happened(frame.atNanos());
                }
            }
        }
        next.instant(frame, state);
    }

    /** The present moment; on the engine's thread. */
    Exposure expose(State state) {
        long now = state.nowNanos();
        return new Exposure(
                state.image(),
                counts().starts().perHour(now),
                counts().finishes().perHour(now),
                log.rows());
    }

    private Counts counts() {
        if (counts == null) {
            throw new IllegalStateException("A watch begins before anything happens.");
        }
        return counts;
    }
}
