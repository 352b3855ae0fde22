package io.berth.core.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.plan.Planner;
import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.policy.window.WindowAdviser;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one loop: events in, state forward, one plan, effects out. It runs on one thread under any clock.
 *
 * <p>Within an instant: the events are put into their canonical order and applied; if they call for it, one pass plans;
 * events and plan are journaled as one frame; the plan is applied; only then is it carried out.
 */
public final class Engine {
    private final Comparator<Event> canonical = Comparator.comparing(Event::rank)
            .thenComparingLong(Event::order)
            .thenComparingLong(Engine::decision)
            .thenComparingInt(this::step);

    private final State state;
    private final Catalog catalog;
    private final Planner planner;
    private final Journal journal;
    private final Driver driver;
    private final Effector effector;
    private final Observer observer;
    private final WindowAdviser adviser;
    /** The last wake that was asked for. */
    private long wakeNanos = Nanos.NEVER;

    /**
     * Who works together with the engine.
     *
     * @param adviser takes questions about windows of the queue to a planner
     */
    public record Parts(Journal journal, Driver driver, Effector effector, Observer observer, WindowAdviser adviser) {
        /** Parts of an engine whose windows nobody plans. */
        public Parts(Journal journal, Driver driver, Effector effector, Observer observer) {
            this(journal, driver, effector, observer, WindowAdviser.NONE);
        }
    }

    public Engine(State state, Catalog catalog, Parts parts) {
        this.state = state;
        this.catalog = catalog;
        this.planner = new Planner(state, catalog);
        this.journal = parts.journal();
        this.driver = parts.driver();
        this.effector = parts.effector();
        this.observer = parts.observer();
        this.adviser = parts.adviser();
        state.observe(observer);
    }

    public State state() {
        return state;
    }

    /** Sets the timers that a recovered state waits for, and has an open window planned again; call once, before the first instant. */
    public void resume() {
        state.timers().rearm(state);
        state.timers().drain((event, at) -> driver.at(at, event));
        wake();
        askForWindow();
    }

    /** Lives through one instant; {@code events} is everything that is known to have happened by {@code now}. */
    public void instant(long now, List<Event> events) {
        List<Event> ordered = signed(canonical(withoutStaleWakes(now, events)));
        if (ordered.isEmpty() && !events.isEmpty()) {
            return;
        }
        for (int i = 0; i < ordered.size(); i++) {
            state.apply(now, ordered.get(i));
        }
        @Nullable Plan plan = state.dirty() ? planner.plan() : null;
        for (PluginFailure failure = planner.failure(); failure != null; failure = planner.failure()) {
            ordered = withoutPlugin(now, ordered, failure);
            plan = planner.plan();
        }
        // The usual single event needs no copy of the list that it came in.
        Frame frame = new Frame(now, ordered.size() == 1 ? List.of(ordered.getFirst()) : ordered, plan);
        journal.append(frame);
        for (int i = 0; i < ordered.size(); i++) {
            if (ordered.get(i).exogenous()) {
                effector.happened(ordered.get(i), state);
            }
        }
        if (plan != null) {
            state.apply(now, plan);
            for (int i = 0; i < plan.decisions().size(); i++) {
                send(plan.decisions().get(i));
            }
        }
        effector.passed(frame, state);
        state.endInstant();
        state.timers().drain((event, at) -> driver.at(at, event));
        wake();
        observer.instant(frame, state);
    }

    /** The events with the plugins that the parts of a new strategy come from. */
    private List<Event> signed(List<Event> events) {
        List<Event> signed = events;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.StrategyChanged(StrategySpec strategy)) {
                StrategySpec from = catalog.signed(strategy);
                signed = from.equals(strategy) ? signed : with(signed, i, new Event.StrategyChanged(from));
            }
        }
        return signed;
    }

    private static List<Event> with(List<Event> events, int at, Event event) {
        List<Event> changed = new ArrayList<>(events);
        changed.set(at, event);
        return changed;
    }

    /**
     * A policy of a plugin failed: what was planned with it is dropped, and in the same instant the strategy goes on without the plugin. The
     * change stands in the frame behind what happened, so that whoever decides the frame again decides with what is left.
     */
    private List<Event> withoutPlugin(long now, List<Event> events, PluginFailure failure) {
        StrategySpec left = catalog.without(state.strategy(), failure);
        if (left.parts().equals(state.strategy().parts())
                && left.classes().equals(state.strategy().classes())) {
            throw new PluginException(failure);
        }
        observer.failed(failure);
        Event change = new Event.StrategyChanged(left);
        state.apply(now, change);
        List<Event> more = new ArrayList<>(events);
        more.add(change);
        return more;
    }

    private void send(Decision decision) {
        switch (decision) {
            case Decision.Effect effect -> effector.carryOut(effect, state);
            case Decision.PlanWindow _ -> askForWindow();
            case Decision.Promise _, Decision.Remember _, Decision.Move _, Decision.GrantNode _ -> {}
        }
    }

    /** Asks a planner about the open window; nothing where none is open. */
    private void askForWindow() {
        OpenWindow window = state.window();
        if (window != null) {
            adviser.ask(planner.question(window));
        }
    }

    /** Asks for a pass when time alone will change what it would decide. */
    private void wake() {
        long at = planner.wakeNanos();
        // One that was asked for now has come, in this instant.
        boolean asked = at == wakeNanos && at > state.nowNanos();
        if (at != Nanos.NEVER && !asked) {
            driver.at(at, new Event.Tick(Event.Tick.WAKE));
        }
        wakeNanos = at;
    }

    /**
     * Timers cannot be taken back, so one comes for every time at which a wake was ever asked for; only that of the state as it
     * is counts, once. So a recovered engine, which knows no others, sees the same instants.
     */
    private List<Event> withoutStaleWakes(long now, List<Event> events) {
        boolean any = false;
        for (int i = 0; i < events.size(); i++) {
            any |= wakes(events.get(i));
        }
        if (!any) {
            return events;
        }
        List<Event> kept = new ArrayList<>(events);
        kept.removeIf(Engine::wakes);
        if (planner.wakeNanos() <= now) {
            kept.add(new Event.Tick(Event.Tick.WAKE));
        }
        return kept;
    }

    private static boolean wakes(Event event) {
        return event instanceof Event.Tick tick && tick.job() == Event.Tick.WAKE;
    }

    private static long decision(Event event) {
        return event instanceof Event.TaskOutcome outcome ? outcome.decision() : 0;
    }

    /**
     * The order in which the events of one instant are applied, whatever the order in which they came. Only events of one
     * kind about the same thing, such as two reports of a node's usage, are applied as they came.
     */
    List<Event> canonical(List<Event> events) {
        if (events.size() < 2) {
            return events;
        }
        List<Event> ordered = new ArrayList<>(events);
        ordered.sort(canonical);
        return ordered;
    }

    /**
     * What goes first among events about one task or node: a task starts before it ends; a node that is here is lost before
     * it joins again, one that is not joins before it is lost.
     */
    private int step(Event event) {
        return switch (event) {
            case Event.TaskStarting _,
                    Event.JobSubmitted _,
                    Event.Tick _,
                    Event.MixExpected _,
                    Event.BudgetChanged _,
                    Event.DataDeclared _,
                    Event.QueuesDeclared _,
                    Event.QosDeclared _,
                    Event.ReservationChanged _,
                    Event.PoolsDeclared _,
                    Event.ImageChanged _ -> 0;
            case Event.NodeForgotten forgotten -> state.present(forgotten.node()) ? 0 : 4;
            case Event.TaskStarted _,
                    Event.NodeJoined _,
                    Event.JobFound _,
                    Event.JobCancelled _,
                    Event.WindowPlanned _ -> 1;
            case Event.NodeLost lost -> state.present(lost.node()) ? 0 : 2;
            case Event.TaskStartFailed _, Event.NodeChanged _, Event.NodeDrained _, Event.JobHeld _ -> 2;
            case Event.TaskEnded _,
                    Event.UsageObserved _,
                    Event.LoadObserved _,
                    Event.GuaranteedObserved _,
                    Event.ClockJumped _,
                    Event.ClockSet _,
                    Event.JobRequeued _,
                    Event.TaskMeasured _,
                    Event.ProgressReported _ -> 3;
            case Event.StrategyChanged _, Event.JobUpdated _, Event.DataHeld _ -> 4;
        };
    }
}
