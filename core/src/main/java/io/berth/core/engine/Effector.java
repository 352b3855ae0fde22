package io.berth.core.engine;

import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;

/** Carries effects out in the world; what comes of them arrives as events. */
public interface Effector {
    /** Does nothing: for readers of a journal. */
    Effector NONE = (effect, state) -> {};

    /** Called once per effect, after it is journaled and applied, on the engine's thread. A repetition must be harmless. */
    void carryOut(Decision.Effect effect, State state);

    /** Something happened that nobody here decided; {@code state} has it already. A world that is real knows it itself. */
    default void happened(Event event, State state) {}

    /** An instant is over: all of {@code frame} is applied and was ordered. A world that is real need not know. */
    default void passed(Frame frame, State state) {}
}
