package io.berth.sim.shadow;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.State;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.RecordedRun;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the report of a record of what somebody else decided. What would have come of it is a run of the simulator over the recorded
 * jobs and nodes, as {@code berth simulate} makes of the journal, cut off where the record ends.
 */
public final class Shadow {
    private static final long SEED = 42;

    private final Catalog catalog;
    private final StrategySpec strategy;

    public Shadow(Catalog catalog, StrategySpec strategy) {
        this.catalog = catalog;
        this.strategy = catalog.signed(strategy);
    }

    /** A record that can be gone through more than once, each time from its first frame on; it may have grown meanwhile. */
    @FunctionalInterface
    public interface Frames {
        /** Hands the frames to {@code each}, in turn. */
        void read(Consumer<Frame> each);
    }

    /** What the first way through the record finds. */
    private static final class Survey {
        final RecordedRun run = new RecordedRun(SEED);
        final TreeSet<Long> fixed = new TreeSet<>();
        final TreeSet<Long> fixedPlaces = new TreeSet<>();
        long frames;
        long fromNanos;
        long toNanos;
        long starts;

        void take(Frame frame) {
            fromNanos = frames == 0 ? frame.atNanos() : fromNanos;
            toNanos = frame.atNanos();
            frames++;
            starts += AgreementMeter.starts(frame, run.state());
            for (Event event : frame.events()) {
                if (event instanceof Event.JobFound found
                        && found.job() >= run.state().nextJob()) {
                    fixed.add(found.job());
                    // Jobs of a workload are numbered from 1.
                    fixedPlaces.add(run.submitted() + 1);
                }
            }
            run.apply(frame);
        }
    }

    /** The report of {@code frames}; null where there are none. */
    public @Nullable ShadowReport report(Frames frames) {
        Survey survey = new Survey();
        frames.read(survey::take);
        if (survey.frames == 0) {
            return null;
        }
        Workload workload = survey.run.workload();
        AgreementMeter agreement = new AgreementMeter(catalog, strategy, Math.max(1, survey.starts));
        Outcome was = was(frames, survey, workload.mix(), agreement);
        return new ShadowReport(
                survey.fromNanos,
                survey.toNanos,
                survey.run.submitted() - survey.fixed.size(),
                survey.fixed.size(),
                was,
                would(survey, workload),
                survey.starts == 0 ? new Agreement(0, 0, 0, 0, 0, 0, Double.NaN, Double.NaN) : agreement.agreement());
    }

    private static Outcome was(Frames frames, Survey survey, List<DemandCount> mix, AgreementMeter agreement) {
        State state = new State(SEED);
        RunMetrics metrics = new RunMetrics(state, Window.ALL);
        OutcomeMeter meter = new OutcomeMeter(job -> !survey.fixed.contains(job), metrics);
        Recovery recovery = Recovery.recover(state, metrics.andThen(meter));
        frames.read(recorded -> {
            if (state.instants() == survey.frames) {
                // The record has grown since it was gone through first.
                return;
            }
            Frame frame = state.instants() == 0 ? with(mix, recorded) : recorded;
            agreement.decide(frame, state);
            recovery.apply(frame);
            metrics.instant(frame, state);
            meter.instant(frame, state);
        });
        return meter.outcome(survey.toNanos, state, Double.NaN);
    }

    /** Fragmentation is measured against what jobs there are, as a run is told when it begins. */
    private static Frame with(List<DemandCount> mix, Frame first) {
        if (mix.isEmpty()) {
            return first;
        }
        List<Event> events = new ArrayList<>(first.events());
        events.add(new Event.MixExpected(mix));
        return new Frame(first.atNanos(), events, first.plan());
    }

    private Outcome would(Survey survey, Workload workload) {
        Simulation.Setup setup = new Simulation.Setup(
                survey.run.nodes(), workload, strategy, SEED, WorldOptions.IDEAL, survey.toNanos, 0);
        AtomicReference<@Nullable OutcomeMeter> meter = new AtomicReference<>();
        AtomicReference<@Nullable State> run = new AtomicReference<>();
        Follower follower = new Follower(meter);
        RunMetrics figures = new Simulation(setup, catalog, Journal.NONE, follower)
                .run(Window.ALL, (state, metrics) -> {
                    run.set(state);
                    meter.set(new OutcomeMeter(job -> !survey.fixedPlaces.contains(job), metrics));
                });
        State state = run.get();
        OutcomeMeter measured = meter.get();
        if (state == null || measured == null) {
            throw new IllegalStateException("The run did not begin.");
        }
        return measured.outcome(survey.toNanos, state, figures.figures().getOrDefault("preemptions", Double.NaN));
    }
}
