package io.berth.console.api;

import io.berth.core.engine.State;
import io.berth.core.engine.StateCodec;
import io.berth.core.journal.ByteSink;
import io.berth.core.journal.ByteSource;
import io.berth.live.driver.Operator;

/**
 * The state of one instant as bytes: the engine's thread only writes it down, and whoever wants to plan on it makes a state of it.
 *
 * @param instants which instant
 */
record StateCopy(byte[] bytes, long instants) {
    /** As it is now. */
    static StateCopy of(Operator operator) {
        return Engine.await(operator.ask(state -> {
            ByteSink sink = new ByteSink();
            StateCodec.write(state, sink);
            return new StateCopy(sink.toByteArray(), state.instants());
        }));
    }

    /** A state that no engine uses, a new one at each call. */
    State state() {
        return StateCodec.read(new ByteSource(bytes));
    }
}
