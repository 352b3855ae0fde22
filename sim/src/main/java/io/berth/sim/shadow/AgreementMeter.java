package io.berth.sim.shadow;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import org.jspecify.annotations.Nullable;

/** Has a strategy decide where somebody else did. */
final class AgreementMeter {
    /** A plan of a large cluster takes milliseconds, as all is looked at anew; a share needs no more for one per cent. */
    static final long MOST = 2_000;

    private final Catalog catalog;
    private final StrategySpec strategy;
    private final long starts;
    private long seen;
    private long compared;
    private long samePod;
    private long sameNode;
    private long otherNode;
    private long theirs;
    private long ours;

    /** @param starts how many there are, of which some are compared */
    AgreementMeter(Catalog catalog, StrategySpec strategy, long starts) {
        this.catalog = catalog;
        this.strategy = strategy;
        this.starts = starts;
    }

    /** How many jobs {@code frame} starts that wait in {@code state}, to which it is not yet applied. */
    static long starts(Frame frame, State state) {
        return frame.events().stream()
                .filter(event -> started(event, state) != null)
                .count();
    }

    private static Event.@Nullable JobFound started(Event event, State state) {
        if (!(event instanceof Event.JobFound found)) {
            return null;
        }
        Job job = state.job(found.job());
        return job != null && job.queued() ? found : null;
    }

    /** Decides about those that {@code frame} starts, in the state before it. */
    void decide(Frame frame, State before) {
        for (Event event : frame.events()) {
            Event.JobFound found = started(event, before);
            if (found != null) {
                // The n-th of so many is one of those that are spread evenly where its share grows by a whole one.
                boolean chosen = seen * Math.min(starts, MOST) / starts != (seen + 1) * Math.min(starts, MOST) / starts;
                seen++;
                if (chosen) {
                    decide(frame.atNanos(), found, before);
                }
            }
        }
    }

    private void decide(long atNanos, Event.JobFound found, State before) {
        State state = before.image().state();
        state.apply(atNanos, new Event.StrategyChanged(strategy));
        compared++;
        Placement taken = found.placements().getFirst();
        boolean first = true;
        for (Decision decision : new Planner(state, catalog).plan().decisions()) {
            if (!(decision instanceof Decision.Start start)) {
                continue;
            }
            if (start.job() == found.job()) {
                samePod += first ? 1 : 0;
                compare(taken, start.placements().getFirst(), state);
                return;
            }
            first = false;
        }
    }

    private void compare(Placement taken, Placement wanted, State state) {
        if (wanted.node() == taken.node()) {
            sameNode++;
            return;
        }
        otherNode++;
        theirs += left(taken, state);
        ours += left(wanted, state);
    }

    private static int left(Placement placement, State state) {
        return state.nodes().idleGpus(placement.node())
                - Long.bitCount(placement.grant().mask());
    }

    Agreement agreement() {
        return new Agreement(
                starts,
                compared,
                samePod,
                sameNode,
                otherNode,
                compared - sameNode - otherNode,
                otherNode == 0 ? Double.NaN : (double) theirs / otherNode,
                otherNode == 0 ? Double.NaN : (double) ours / otherNode);
    }
}
