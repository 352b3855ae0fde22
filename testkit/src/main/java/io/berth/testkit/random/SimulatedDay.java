package io.berth.testkit.random;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Effector;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.ArrivalFeed;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.EmulatedWorld;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;

/** A {@link RandomDay} in virtual time, moment by moment. */
public final class SimulatedDay {
    private final Catalog catalog;
    private final Journal journal;
    private final Observer observer;
    private final SimDriver driver;
    private final Effector world;
    private final List<Feed> feeds;
    private State state;
    private Engine engine;

    /** @param shuffleSeed 0, or the seed by which the events of an instant are handed over in random order */
    public SimulatedDay(RandomDay day, Catalog catalog, Journal journal, Observer observer, long shuffleSeed) {
        this.catalog = catalog;
        this.journal = journal;
        this.observer = observer;
        this.driver = new SimDriver(0, shuffleSeed);
        this.world = new EmulatedWorld(day.world(), day.seed(), driver);
        this.feeds = List.of(
                new ArrivalFeed(new ListedWorkload(day.arrivals(), List.of())),
                new Operations(day.operations().iterator()));
        this.state = new State(day.seed());
        this.engine = engine();
        for (Event event : Simulation.opening(day.nodes(), day.strategy(), List.of())) {
            driver.at(0, event);
        }
    }

    public State state() {
        return state;
    }

    /** Lives through the next moment; false where nothing is left to happen. */
    public boolean moment() {
        long next = driver.nextTimerNanos();
        for (Feed feed : feeds) {
            next = StrictMath.min(next, feed.nextNanos());
        }
        if (next == Nanos.NEVER) {
            return false;
        }
        driver.moment(next, engine, feeds);
        return true;
    }

    /** Lives through the whole day. */
    public State run() {
        boolean more = true;
        while (more) {
            more = moment();
        }
        return state;
    }

    /** Goes on with another state and a new engine; world and timers stay. */
    public void replaceState(UnaryOperator<State> replacement) {
        state = replacement.apply(state);
        engine = engine();
    }

    private Engine engine() {
        return new Engine(
                state, catalog, new Engine.Parts(journal, driver, world, observer, VirtualAdviser.of(catalog, driver)));
    }

    private static final class Operations implements Feed {
        private final Iterator<RandomDay.Timed> rest;
        private RandomDay.Timed next;

        Operations(Iterator<RandomDay.Timed> rest) {
            this.rest = rest;
            this.next = advance();
        }

        @Override
        public long nextNanos() {
            return next.atNanos();
        }

        @Override
        public Event next() {
            Event event = next.event();
            next = advance();
            return event;
        }

        private RandomDay.Timed advance() {
            return rest.hasNext() ? rest.next() : new RandomDay.Timed(Nanos.NEVER, new Event.Tick(0));
        }
    }
}
