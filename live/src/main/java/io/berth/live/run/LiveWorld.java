package io.berth.live.run;

import io.berth.core.engine.Effector;
import io.berth.core.state.State;

/** The world that decisions are carried out in, which knows how to go on after a restart. */
public interface LiveWorld extends Effector, AutoCloseable {
    /**
     * Takes up what the state says is under way: orders that may have been lost are carried out again, and what ended meanwhile
     * is reported. Called once, on the engine's thread, before the first instant; in a new state nothing is under way.
     */
    void resume(State state);

    /** Something about the run that somebody should know, one line; on any thread. */
    default void note(String line) {}

    /** The engine has stopped. What runs may go on; the next start resumes it. */
    @Override
    default void close() {}
}
