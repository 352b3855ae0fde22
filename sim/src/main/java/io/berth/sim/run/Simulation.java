package io.berth.sim.run;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.policy.window.WindowAdviser;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.workload.JobUse;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.EmulatedLoads;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.NodeFailures;
import io.berth.sim.world.ServiceLatency;
import io.berth.sim.world.WorldOptions;
import io.berth.sim.world.data.DataPlan;
import io.berth.sim.world.data.Staging;
import io.berth.spec.scenario.ServiceUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One strategy over one workload on one cluster in virtual time. */
public final class Simulation {
    /** The figures of a strategy are of that strategy alone, so a run in which a part of it fails has none. */
    private static final Observer STOPS_WITHOUT_PLUGIN = new Observer() {
        @Override
        public void failed(PluginFailure failure) {
            throw new PluginException(failure);
        }
    };

    private final Setup setup;
    private final Catalog catalog;
    private final Journal journal;
    private final Observer follower;
    private Steering steering = Steering.NONE;
    private Companion companion = Companion.NONE;

    /**
     * What is simulated.
     *
     * @param nodes the cluster; ties between nodes go to the earlier
     * @param seed of chance in decisions and in the world
     * @param untilNanos when the run is cut off; {@link Nanos#NEVER} for when nothing is left to happen
     * @param shuffleSeed 0, or the seed by which the events of an instant are handed over in random order
     */
    public record Setup(
            List<NodeSpec> nodes,
            Workload workload,
            StrategySpec strategy,
            long seed,
            WorldOptions world,
            long untilNanos,
            long shuffleSeed) {
        public Setup {
            nodes = List.copyOf(nodes);
        }
    }

    /** Is told of a run before anything has happened in it, such as to look at its figures while it lasts. */
    @FunctionalInterface
    public interface Opening {
        void begins(State state, RunMetrics metrics);
    }

    /** @param follower is told of every instant and every job that left, after the run's own metrics */
    public Simulation(Setup setup, Catalog catalog, Journal journal, Observer follower) {
        this.setup = setup;
        this.catalog = catalog;
        this.journal = journal;
        this.follower = follower;
    }

    /** {@code by} changes the strategy while the run lasts; it steers one run only. */
    public Simulation steered(Steering by) {
        steering = by;
        return this;
    }

    /** {@code by} lives on the same clock, of one run only. */
    public Simulation beside(Companion by) {
        companion = by;
        return this;
    }

    /**
     * Runs to the end and returns the figures.
     *
     * @throws PluginException where a policy of a plugin fails
     */
    public RunMetrics run() {
        return run(Window.ALL);
    }

    /** Runs to the end and returns the figures of {@code window}. */
    public RunMetrics run(Window window) {
        return run(window, (_, _) -> {});
    }

    /** The same; {@code opening} may look at state and figures whenever the run lets it, and change nothing. */
    public RunMetrics run(Window window, Opening opening) {
        State state = new State(setup.seed());
        ArrivalFeed arrivals = new ArrivalFeed(setup.workload());
        HappeningFeed happenings = new HappeningFeed(setup.workload().happenings(), setup.nodes());
        long first = StrictMath.min(arrivals.nextNanos(), happenings.nextNanos());
        long start = first == Nanos.NEVER ? 0 : first;
        SimDriver driver = new SimDriver(start, setup.shuffleSeed());
        RunMetrics metrics = new RunMetrics(state, window);
        opening.begins(state, metrics);
        EmulatedWorld world = new EmulatedWorld(setup.world(), setup.seed(), driver);
        Staging staging = new Staging(setup.world().data(), setup.nodes());
        if (setup.world().data().any()) {
            world.stages(staging);
            metrics.tells("data_moved_bytes", staging::movedBytes);
        }
        WindowAdviser adviser = VirtualAdviser.of(catalog, driver);
        Engine engine = new Engine(
                state,
                catalog,
                new Engine.Parts(
                        journal,
                        driver,
                        world,
                        STOPS_WITHOUT_PLUGIN
                                .andThen(staging)
                                .andThen(metrics.andThen(follower))
                                .andThen(steering)
                                .andThen(companion),
                        adviser));
        NodeFailures failures = new NodeFailures(setup.nodes(), setup.world(), setup.seed(), start);
        open(driver, start);
        ServiceUse busy = setup.workload().services();
        ServiceLatency services = busy == null ? null : new ServiceLatency(busy, setup.seed());
        if (services != null) {
            services.tell(metrics);
        }
        steering.begins(state, setup.nodes(), start);
        companion.begins(new Companion.Beginning(state, metrics, driver, start));
        Feed loads = loads(state, services, start);
        List<Feed> feeds = List.of(failures, arrivals, happenings, staging, loads);
        while (true) {
            long jobs =
                    StrictMath.min(StrictMath.min(driver.nextTimerNanos(), staging.nextNanos()), arrivals.nextNanos());
            boolean returns = failures.anyLost() && state.waitingJobs() > 0;
            boolean lively = jobs != Nanos.NEVER || returns || happenings.nextNanos() != Nanos.NEVER;
            long next = StrictMath.min(jobs, companion.nextNanos(lively));
            if (next != Nanos.NEVER || returns) {
                next = StrictMath.min(next, failures.nextNanos());
            }
            if (next != Nanos.NEVER) {
                next = StrictMath.min(next, loads.nextNanos());
            }
            if (next != Nanos.NEVER || state.liveJobs() > 0) {
                // A node that comes back lets jobs start, and a cancellation ends one that would run for ever.
                next = StrictMath.min(next, happenings.nextNanos());
            }
            if (next == Nanos.NEVER || next > setup.untilNanos()) {
                companion.ends();
                return metrics;
            }
            long now = steered(next, driver);
            if (due(driver, feeds) <= now) {
                driver.moment(now, engine, feeds);
            }
            if (companion.nextNanos(true) <= now) {
                companion.moment(now);
            }
        }
    }

    /** What is told before anything happens. */
    private void open(SimDriver driver, long start) {
        for (Event event :
                opening(setup.nodes(), setup.strategy(), setup.workload().mix())) {
            driver.at(start, event);
        }
        for (DataPlan.Named named : setup.world().data().sets()) {
            driver.at(start, new Event.DataDeclared(named.name(), named.set()));
        }
    }

    private static long due(SimDriver driver, List<Feed> feeds) {
        long due = driver.nextTimerNanos();
        for (Feed feed : feeds) {
            due = StrictMath.min(due, feed.nextNanos());
        }
        return due;
    }

    /**
     * Has the strategy changed where that is wanted before anything else happens.
     *
     * @return when something happens next: {@code next}, or earlier where the strategy changes
     */
    private long steered(long next, SimDriver driver) {
        while (steering.nextNanos() <= next) {
            long at = steering.nextNanos();
            StrategySpec chosen = steering.choose(at);
            if (chosen != null) {
                driver.at(at, new Event.StrategyChanged(chosen));
                return at;
            }
        }
        return next;
    }

    private Feed loads(State state, @Nullable ServiceLatency services, long start) {
        Workload workload = setup.workload();
        return workload.measured()
                ? new EmulatedLoads(state, number -> use(workload, number), services, start)
                : Feed.EMPTY;
    }

    /** Those that a companion submitted use all that they ask for. */
    private static JobUse use(Workload workload, long number) {
        boolean other = workload.size() != Workload.ENDLESS && number > workload.size();
        return other ? JobUse.ALL : workload.use(number - 1);
    }

    /** What happens first in every journal: the nodes join, the strategy is set, the expected mix is told. */
    public static List<Event> opening(List<NodeSpec> nodes, StrategySpec strategy, List<DemandCount> mix) {
        List<Event> events = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            events.add(new Event.NodeJoined(node, nodes.get(node)));
        }
        if (!mix.isEmpty()) {
            events.add(new Event.MixExpected(mix));
        }
        events.add(new Event.StrategyChanged(strategy));
        return events;
    }
}
