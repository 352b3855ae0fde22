package io.berth.sim.adaptive;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.plan.Planner;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Follows a run, and has other strategies decide where it started jobs: on the same state, after what happened and before anything was
 * decided. Not each start is decided again, as each takes a copy of the state and a plan.
 */
final class StartsCompared implements Observer {
    /** So many passes of a run are decided again, about: a share of the starts is known to some seven per cent then. */
    private static final int PASSES = 48;

    private static final String STREAM = "starts-compared";

    private final Catalog catalog;
    private final List<StrategySpec> others;
    private final Recovery before;
    private final int every;
    private final List<Tally> tallies = new ArrayList<>();
    private int passes;

    /** What one of the others would have done. */
    private static final class Tally {
        private long starts;
        private long same;
        private long elsewhere;
    }

    /**
     * Follows a run that begins as {@code begin} is.
     *
     * @param others that decide again
     * @param expected how many passes start something, about
     */
    StartsCompared(Catalog catalog, StateImage begin, List<StrategySpec> others, int expected) {
        this.catalog = catalog;
        this.others = List.copyOf(others);
        this.every = StrictMath.max(1, expected / PASSES);
        this.before = Recovery.recover(begin.state(), this::decided);
        others.forEach(_ -> tallies.add(new Tally()));
    }

    @Override
    public void instant(Frame frame, State state) {
        before.apply(frame);
    }

    private void decided(Frame frame, State state) {
        TreeMap<Long, List<Placement>> theirs =
                frame.plan() == null ? new TreeMap<>() : starts(frame.plan().decisions());
        if (theirs.isEmpty() || !isDrawn(passes++)) {
            return;
        }
        StateImage image = state.image();
        for (int other = 0; other < others.size(); other++) {
            State own = image.state();
            own.apply(frame.atNanos(), new Event.StrategyChanged(others.get(other)));
            TreeMap<Long, List<Placement>> ours =
                    starts(new Planner(own, catalog).plan().decisions());
            Tally tally = tallies.get(other);
            theirs.forEach((job, places) -> {
                List<Placement> wanted = ours.getOrDefault(job, List.of());
                tally.starts++;
                tally.same += nodes(wanted).equals(nodes(places)) ? 1 : 0;
                tally.elsewhere += !wanted.isEmpty() && !nodes(wanted).equals(nodes(places)) ? 1 : 0;
            });
        }
    }

    /** Drawn, not each so-and-so-manyth: jobs that come in a pattern start in one. */
    private boolean isDrawn(int pass) {
        return new Chance(0, STREAM, pass).below(every) == 0;
    }

    private static TreeMap<Long, List<Placement>> starts(List<Decision> decisions) {
        TreeMap<Long, List<Placement>> starts = new TreeMap<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Start start) {
                starts.put(start.job(), start.placements());
            }
        }
        return starts;
    }

    private static List<Integer> nodes(List<Placement> placements) {
        return placements.stream().map(Placement::node).sorted().toList();
    }

    /** What came of it for one of the others, with what their whole runs differ by. */
    Agreed agreed(int other, FirstStarts theirs, FirstStarts ours) {
        Tally tally = tallies.get(other);
        return new Agreed(tally.starts, tally.same, tally.elsewhere, theirs.apartSeconds(ours));
    }

    /** When each job of a run started its last life, nanoseconds. */
    static final class FirstStarts implements Observer {
        private final TreeMap<Long, Long> nanos = new TreeMap<>();

        @Override
        public void ended(JobEnd end) {
            if (end.job().startNanos() >= 0) {
                nanos.put(end.job().id(), end.job().startNanos());
            }
        }

        /** By how much starts lie apart, a mean over the jobs that started in both runs, seconds; NaN without any. */
        double apartSeconds(FirstStarts other) {
            double sum = 0;
            int both = 0;
            for (var start : nanos.entrySet()) {
                Long there = other.nanos.get(start.getKey());
                if (there != null) {
                    sum += StrictMath.abs(there - start.getValue()) / 1e9;
                    both++;
                }
            }
            return both == 0 ? Double.NaN : sum / both;
        }
    }
}
