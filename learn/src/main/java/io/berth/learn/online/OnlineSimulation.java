package io.berth.learn.online;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.ArrivalFeed;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;

/** A system that learns while it runs, in virtual time: what the learner wants happens at once, so equal seeds give equal journals. */
public final class OnlineSimulation {
    private final List<NodeSpec> nodes;
    private final Workload workload;
    private final Catalog catalog;
    private final long seed;
    private final Learner learner;
    private final LearnerOptions options;
    private final List<Change> changes = new ArrayList<>();

    /** @param makers of the candidates */
    public OnlineSimulation(
            List<NodeSpec> nodes,
            Workload workload,
            Catalog catalog,
            LearnerOptions options,
            List<CandidateMaker> makers) {
        this.nodes = List.copyOf(nodes);
        this.workload = workload;
        this.catalog = catalog;
        this.options = options;
        this.seed = options.seed();
        this.learner = new Learner(new State(seed), catalog, options, makers, LearnerMemory.NEW);
    }

    /**
     * Runs to the end of the workload.
     *
     * @param journal gets the frames
     * @param follower hears of every instant and of every job that left
     */
    public void run(Journal journal, Observer follower) {
        ArrivalFeed arrivals = new ArrivalFeed(workload);
        long start = arrivals.nextNanos() == Nanos.NEVER ? 0 : arrivals.nextNanos();
        SimDriver driver = new SimDriver(start);
        Engine engine = new Engine(
                new State(seed),
                catalog,
                new Engine.Parts(
                        journal,
                        driver,
                        new EmulatedWorld(WorldOptions.IDEAL, seed, driver),
                        follower.andThen(new Following(driver)),
                        VirtualAdviser.of(catalog, driver)));
        for (Event event : Simulation.opening(nodes, options.exploredFallback(), workload.mix())) {
            driver.at(start, event);
        }
        while (true) {
            long next = StrictMath.min(driver.nextTimerNanos(), arrivals.nextNanos());
            if (next == Nanos.NEVER) {
                return;
            }
            driver.moment(next, engine, List.of(arrivals));
        }
    }

    /** What was changed, first to last. */
    public List<Change> changes() {
        return List.copyOf(changes);
    }

    /** How the learner stands. */
    public LearnerStatus status() {
        return learner.status();
    }

    private final class Following implements Observer {
        private final SimDriver driver;

        Following(SimDriver driver) {
            this.driver = driver;
        }

        @Override
        public void instant(Frame frame, State state) {
            Change change = learner.follow(frame);
            if (change != null) {
                changes.add(change);
                driver.at(frame.atNanos(), new Event.StrategyChanged(change.strategy()));
            }
        }
    }
}
