package io.berth.core.explain;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.core.state.part.Move;
import io.berth.core.strategy.WorkClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last start of a job in the frames of a journal, and says how it came to it: that one pass is planned once more, by the
 * planner, on the state as it was before the frame. Frames are looked at and nothing is decided until somebody asks.
 */
public final class LastStart {
    private final long job;
    private long starts;
    private @Nullable Found found;

    /** A start, with the state before its frame. */
    private record Found(Frame frame, Decision.Start start, StateImage before) {}

    /** Looks for job {@code job}. */
    public LastStart(long job) {
        this.job = job;
    }

    /** {@code frame} is about to be applied to {@code state}; call it for each, in their order. */
    public void follow(Frame frame, State state) {
        Decision.Start start = start(frame.plan());
        if (start != null) {
            found = new Found(frame, start, state.image());
            starts++;
        }
    }

    /** True where it was started in the frames so far. */
    public boolean found() {
        return found != null;
    }

    /** How often it was started in the frames so far. */
    public long starts() {
        return starts;
    }

    /** How the job came to its last start; null where there was none. Policies come from {@code catalog}. */
    public @Nullable StartExplanation explain(Catalog catalog) {
        Found last = found;
        if (last == null) {
            return null;
        }
        State state = last.before.state();
        Planner planner = new Planner(state, catalog);
        for (Event event : last.frame.events()) {
            state.apply(last.frame.atNanos(), event);
        }
        Move move = state.moves().get(job);
        long movedFor = move == null || !move.placements().equals(last.start.placements())
                ? 0
                : move.forJob() == job ? StartExplanation.OTHERS_MOVED : move.forJob();
        Grounds order = new Grounds();
        PlacementGrounds places = new PlacementGrounds(state, job);
        planner.choices().watch(order);
        planner.watch(places);
        Job started = state.job(job);
        WorkClass of = started == null ? null : state.strategy().classOf(started.spec(), started.restarts());
        boolean same = last.start.equals(start(planner.plan()));
        return new StartExplanation(
                last.frame.atNanos(),
                state.strategy(),
                of,
                last.start.placements().stream()
                        .map(placement -> state.nodeTable().name(placement.node()))
                        .toList(),
                same,
                same ? order.of(job) : List.of(),
                same ? places.told() : List.of(),
                movedFor);
    }

    private Decision.@Nullable Start start(@Nullable Plan plan) {
        if (plan == null) {
            return null;
        }
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Start start && start.job() == job) {
                return start;
            }
        }
        return null;
    }
}
