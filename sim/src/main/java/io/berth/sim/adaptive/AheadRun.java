package io.berth.sim.adaptive;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.workload.Arrival;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The engine that decides in production, from a copy of a state on, until all that lives and all that comes has ended. */
final class AheadRun {
    private static final String ORIGIN = "ahead";

    /** A strategy that never rests must not run for ever. */
    private static final long MOST_INSTANTS = 500_000;

    private final Catalog catalog;
    private final WorldOptions world;

    /** @param world how long starts take; nothing fails in it */
    AheadRun(Catalog catalog, WorldOptions world) {
        this.catalog = catalog;
        this.world = new WorldOptions(world.startLatencyNanos(), 0, 0, Nanos.NEVER, 0);
    }

    /** Jobs to come, numbered from the next one on. */
    private static final class Coming implements Feed {
        private final Iterator<Arrival> arrivals;
        private @Nullable Arrival next;
        private long job;
        private long sequence;

        Coming(List<Arrival> arrivals, long firstJob) {
            this.arrivals = arrivals.iterator();
            this.job = firstJob;
            advance();
        }

        private void advance() {
            next = arrivals.hasNext() ? arrivals.next() : null;
        }

        @Override
        public long nextNanos() {
            return next == null ? Nanos.NEVER : next.atNanos();
        }

        @Override
        public Event next() {
            if (next == null) {
                throw new IllegalStateException("No more jobs come.");
            }
            sequence++;
            Event event = new Event.JobSubmitted(job, next.spec(), ORIGIN, sequence);
            job++;
            advance();
            return event;
        }
    }

    /**
     * What happens.
     *
     * @param work how long the jobs of the copy run in all, nanoseconds, and those to come
     * @param arrivals to come
     * @param changes strategies that are put in force, and when
     */
    record Course(ToLongFunction<Job> work, List<Arrival> arrivals, List<Change> changes) {}

    /** From {@code atNanos} on {@code strategy} is in force. */
    record Change(long atNanos, StrategySpec strategy) {}

    /**
     * The figures of all jobs that end from now on.
     *
     * @param copy which no engine uses
     * @param follower hears of all that happens
     */
    SortedMap<String, Double> figures(State copy, long nowNanos, Course course, Observer follower) {
        SimDriver driver = new SimDriver(StrictMath.max(nowNanos, copy.nowNanos()));
        EmulatedWorld emulated = new EmulatedWorld(world, copy.seed(), driver, course.work());
        RunMetrics metrics = new RunMetrics(copy, Window.ALL);
        Coming coming = new Coming(course.arrivals(), copy.nextJob());
        Engine engine = new Engine(
                copy,
                catalog,
                new Engine.Parts(
                        Journal.NONE, driver, emulated, metrics.andThen(follower), VirtualAdviser.of(catalog, driver)));
        engine.resume();
        emulated.resume(copy);
        course.changes().forEach(change -> driver.at(change.atNanos(), new Event.StrategyChanged(change.strategy())));
        List<Feed> feeds = List.of(coming);
        for (long instant = 0; instant < MOST_INSTANTS; instant++) {
            long next = StrictMath.min(driver.nextTimerNanos(), coming.nextNanos());
            if (next == Nanos.NEVER) {
                break;
            }
            driver.moment(next, engine, feeds);
        }
        return metrics.figures();
    }
}
