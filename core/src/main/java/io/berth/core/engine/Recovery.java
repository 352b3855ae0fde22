package io.berth.core.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.plan.Planner;
import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.WrongPluginException;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import org.jspecify.annotations.Nullable;

/** Goes through the frames of a journal again. */
public final class Recovery {
    private final State state;
    private final @Nullable Planner planner;
    /** The policies of the planner; null where there is none. */
    private @Nullable Catalog catalog;

    private Witness witness = (_, _) -> {};
    private long compared;
    private long different;
    private @Nullable Difference first;

    /**
     * A frame whose plan came out otherwise.
     *
     * @param recorded what the journal holds; null where it holds no plan
     * @param decided what the policies decide now; null where they see no cause for a pass
     */
    public record Difference(
            long atNanos, @Nullable Plan recorded, @Nullable Plan decided) {}

    /** Sees what a pass saw. It must not change anything. */
    @FunctionalInterface
    public interface Witness {
        /** The events of {@code frame} were applied to {@code state}, its plan was not yet. */
        void decided(Frame frame, State state);
    }

    private Recovery(State state, @Nullable Planner planner) {
        this.state = state;
        this.planner = planner;
    }

    /** Applies frames to {@code state} without running a policy. */
    public static Recovery recover(State state) {
        return new Recovery(state, null);
    }

    /** As {@link #recover(State)}; {@code observer} hears of jobs that leave. */
    public static Recovery recover(State state, Observer observer) {
        state.observe(observer);
        return new Recovery(state, null);
    }

    /** As {@link #recover(State)}; {@code witness} sees each frame with a plan before the plan is applied. */
    public static Recovery recover(State state, Witness witness) {
        Recovery recovery = recover(state);
        recovery.witness = witness;
        return recovery;
    }

    /**
     * Applies frames to {@code state} and runs the policies at each recorded pass to compare.
     *
     * @throws WrongPluginException here or later where a strategy came from plugins that are not those of {@code catalog}
     */
    public static Recovery redecide(State state, Catalog catalog) {
        catalog.checkPlugins(state.strategy());
        Recovery recovery = new Recovery(state, new Planner(state, catalog));
        recovery.catalog = catalog;
        return recovery;
    }

    /** As {@link #redecide(State, Catalog)}; {@code observer} hears of jobs that leave. */
    public static Recovery redecide(State state, Catalog catalog, Observer observer) {
        state.observe(observer);
        return redecide(state, catalog);
    }

    /**
     * Applies one frame as it was recorded.
     *
     * @throws CorruptRecordException where the frame cannot have come after those that were applied before it; the state is of no
     *     use then
     */
    public void apply(Frame frame) {
        long number = state.instants();
        if (number > 0 && frame.atNanos() < state.nowNanos()) {
            throw new CorruptRecordException("frame " + number + " of the journal is earlier than the one before it");
        }
        checkPlugins(frame);
        try {
            applyRecorded(frame);
        } catch (PluginException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CorruptRecordException(
                    "frame " + number + " of the journal does not fit what came before it (" + e
                            + "): it is not what an engine wrote, or another program did",
                    e);
        }
    }

    /** Before the frame is applied: without its policies, what would differ is no difference. */
    private void checkPlugins(Frame frame) {
        if (catalog == null) {
            return;
        }
        for (Event event : frame.events()) {
            if (event instanceof Event.StrategyChanged(StrategySpec strategy)) {
                catalog.checkPlugins(strategy);
            }
        }
    }

    private void applyRecorded(Frame frame) {
        for (Event event : frame.events()) {
            state.apply(frame.atNanos(), event);
        }
        if (planner != null) {
            compare(frame, planner);
        }
        Plan plan = frame.plan();
        if (plan != null) {
            witness.decided(frame, state);
            state.apply(frame.atNanos(), plan);
        }
        state.endInstant();
        state.timers().forget();
    }

    public State state() {
        return state;
    }

    /** How many recorded decisions were decided again. */
    public long decisionsCompared() {
        return compared;
    }

    /** How many of them came out otherwise, decisions that only one side made included. */
    public long decisionsDifferent() {
        return different;
    }

    /** The first frame that differs, or null. */
    public @Nullable Difference firstDifference() {
        return first;
    }

    private void compare(Frame frame, Planner decider) {
        Plan recorded = frame.plan();
        Plan decided = state.dirty() ? decider.plan() : null;
        if (decider.failure() != null) {
            throw new PluginException(decider.failure());
        }
        int recordedCount = recorded == null ? 0 : recorded.decisions().size();
        int decidedCount = decided == null ? 0 : decided.decisions().size();
        compared += recordedCount;
        long differences = (recorded == null) != (decided == null) ? 1 : 0;
        for (int i = 0; i < StrictMath.max(recordedCount, decidedCount); i++) {
            boolean same = recorded != null
                    && decided != null
                    && i < recordedCount
                    && i < decidedCount
                    && recorded.decisions().get(i).equals(decided.decisions().get(i));
            differences += same ? 0 : 1;
        }
        if (differences > 0 && first == null) {
            first = new Difference(frame.atNanos(), recorded, decided);
        }
        different += differences;
        if (differences > 0) {
            decider.forget();
        }
    }
}
