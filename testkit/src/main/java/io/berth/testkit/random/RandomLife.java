package io.berth.testkit.random;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Effector;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.sim.clock.SimDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** An engine on a small cluster where anything may happen to jobs and nodes, drawn from a seed. */
public final class RandomLife {
    /** One job of so many preempts nobody. */
    private static final int SPARING = 7;

    private final Chance chance;
    private final RandomSpecs specs;
    private final RandomPeers peers;
    private final RandomImages images;
    private final RandomLoads loads;
    private final Function<RandomSpecs, StrategySpec> strategies;
    private final State state;
    private final SimDriver driver = new SimDriver(0);
    private final Engine engine;
    private long now = Nanos.SECOND;

    /** Under strategies that promise nothing; see the other. */
    public RandomLife(long seed, Catalog catalog, BiConsumer<Frame, State> look) {
        this(seed, catalog, guarded(seed, catalog), look);
    }

    /**
     * @param strategies draws one, to begin with and for each change
     * @param look gets each frame when its events are applied and its plan is not yet
     */
    public RandomLife(
            long seed, Catalog catalog, Function<RandomSpecs, StrategySpec> strategies, BiConsumer<Frame, State> look) {
        this.chance = new Chance(seed, "random-life", 0);
        this.peers = new RandomPeers(seed);
        this.images = new RandomImages(seed);
        this.loads = new RandomLoads(seed);
        RandomGroups groups = new RandomGroups(seed);
        RandomPreferences preferences = new RandomPreferences(seed);
        this.specs = new RandomSpecs(chance, job -> preferences.preferring(peers.ruled(groups.grouped(job))));
        this.strategies = strategies;
        this.state = new State(seed);
        this.engine = new Engine(
                state,
                catalog,
                new Engine.Parts(frame -> look.accept(frame, state), driver, Effector.NONE, new Observer() {}));
    }

    private static Function<RandomSpecs, StrategySpec> guarded(long seed, Catalog catalog) {
        RandomLoads rules = new RandomLoads(seed);
        return specs -> rules.guarded(specs.plainStrategy(catalog));
    }

    public State state() {
        return state;
    }

    /** Lives through an opening and {@code instants} more. */
    public void live(int instants) {
        int nodes = 1 + chance.below(6);
        for (int node = 0; node < nodes; node++) {
            happen(new Event.NodeJoined(node, specs.node(node)));
        }
        happen(new Event.StrategyChanged(strategies.apply(specs)));
        arrive(2 + chance.below(8));
        driver.moment(now, engine, List.of());
        for (int instant = 0; instant < instants; instant++) {
            now += Nanos.SECOND * chance.below(15);
            jobs();
            nodes();
            operator();
            if (images.changes()) {
                happen(images.change(state.nodes().count()));
            }
            if (loads.measures()) {
                happen(loads.measurement(state.nodes().count()));
            }
            arrive(chance.below(3));
            driver.moment(now, engine, List.of());
        }
    }

    private void arrive(int jobs) {
        long number = state.nextJob();
        for (int i = 0; i < jobs; i++) {
            // Jobs that await nodes may live for ever: here they may.
            boolean awaits = chance.below(16) == 0;
            for (JobSpec spec : specs.submission(number)) {
                JobSpec patient = awaits ? spec.withTerms(spec.terms().awaitingNodes()) : spec;
                JobSpec job = number % SPARING == 0
                        ? patient.withTerms(patient.terms().sparing())
                        : patient;
                happen(new Event.JobSubmitted(number, job, "test", number));
                number++;
            }
        }
    }

    private void jobs() {
        for (Job job : state.jobs()) {
            for (int task = 0; task < job.spec().tasks() && !job.waiting(); task++) {
                if (job.taskState(task) != JobState.ENDED && chance.below(3) == 0) {
                    happen(outcome(job, task));
                }
            }
            if (!job.waiting() && chance.below(5) == 0) {
                long left = Nanos.SECOND * chance.below(100);
                happen(new Event.ProgressReported(job.id(), job.decision(), left));
            }
            Event measured = loads.task(job);
            if (measured != null) {
                happen(measured);
            }
            if (chance.below(20) == 0) {
                happen(new Event.JobCancelled(job.id()));
            }
            changes(job);
            labels(job);
        }
    }

    private void changes(Job job) {
        if (chance.below(job.onHold() ? 3 : 25) == 0) {
            happen(new Event.JobHeld(job.id(), !job.onHold()));
        }
        if (chance.below(25) == 0) {
            happen(new Event.JobRequeued(job.id()));
        }
        if (chance.below(25) == 0) {
            happen(new Event.JobUpdated(
                    job.id(),
                    new JobChange(
                            chance.below(2) == 0 ? "moved" : null,
                            chance.below(2) == 0 ? chance.below(5) : null,
                            chance.below(2) == 0 ? Nanos.SECOND * (1 + chance.below(200)) : null)));
        }
    }

    private void labels(Job job) {
        if (peers.relabels()) {
            happen(new Event.JobUpdated(job.id(), JobChange.ofLabels(peers.labels())));
        }
    }

    private Event outcome(Job job, int task) {
        return switch (chance.below(8)) {
            case 0 -> new Event.TaskStartFailed(job.id(), task, job.decision(), "broken", again(job));
            case 1 -> new Event.TaskEnded(job.id(), task, job.decision(), 1, chance.below(3) == 0);
            case 2 -> new Event.TaskStarting(job.id(), task, job.decision());
            case 3 -> new Event.TaskStarted(job.id(), task, job.decision());
            default -> new Event.TaskEnded(job.id(), task, job.decision(), 0);
        };
    }

    private static Again again(Job job) {
        return job.id() % 3 == 0 ? Again.AT_ONCE : Again.LATER;
    }

    private void nodes() {
        int node = chance.below(state.nodes().count());
        switch (chance.below(10)) {
            case 0, 1 ->
                happen(
                        state.nodes().present(node)
                                ? new Event.NodeLost(node)
                                : new Event.NodeJoined(
                                        node,
                                        chance.below(2) == 0
                                                ? specs.node(node)
                                                : state.nodeTable().spec(node)));
            case 2 -> happen(new Event.NodeDrained(node, !state.nodeTable().draining(node)));
            case 3 -> happen(new Event.UsageObserved(node, 1000L * chance.below(12), 0));
            case 4 ->
                happen(new Event.NodeJoined(
                        state.nodes().count(), specs.node(state.nodes().count())));
            case 5 -> facts(node);
            default -> {}
        }
    }

    /** What the world finds otherwise than it was told: nodes that changed or are gone for good, tasks that nobody started. */
    private void facts(int node) {
        switch (chance.below(5)) {
            case 0 -> happen(new Event.NodeChanged(node, specs.node(node)));
            case 1 -> happen(new Event.NodeForgotten(node));
            case 2 -> happen(new Event.NodeJoined(state.freeNode(), specs.node(state.freeNode())));
            default -> find();
        }
    }

    /** Anywhere, on any devices, be they there and free or not; what runs already comes after nothing. */
    private void find() {
        JobSpec any = specs.submission(state.nextJob()).getFirst();
        JobSpec spec = any.withTerms(any.terms().withAfter(List.of()));
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < spec.tasks(); task++) {
            int devices = spec.demand(task).gpus();
            long mask = devices == 0 ? 0 : (1L << devices) - 1 << chance.below(4);
            placements.add(Placement.on(chance.below(state.nodes().count() + 1), mask));
        }
        happen(new Event.JobFound(1000 * (state.nextJob() + 1), spec, placements));
    }

    private void operator() {
        switch (chance.below(12)) {
            case 0 -> happen(new Event.StrategyChanged(strategies.apply(specs)));
            case 1 ->
                happen(new Event.MixExpected(
                        List.of(new DemandCount(specs.demand(), 3), new DemandCount(specs.demand(), 2))));
            case 2 -> happen(new Event.Tick(0));
            default -> {}
        }
    }

    private void happen(Event event) {
        driver.at(now, event);
    }
}
