package io.berth.core.engine;

import io.berth.core.journal.Frame;

/** Follows what the engine does: reports, metrics, views. It must not change anything. */
public interface Observer {
    /** A job left the state. */
    default void ended(JobEnd end) {}

    /** An instant is over: journaled and applied. */
    default void instant(Frame frame, State state) {}

    /** Tells this observer, then {@code next}. */
    default Observer andThen(Observer next) {
        Observer first = this;
        return new Observer() {
            @Override
            public void ended(JobEnd end) {
                first.ended(end);
                next.ended(end);
            }

            @Override
            public void instant(Frame frame, State state) {
                first.instant(frame, state);
                next.instant(frame, state);
            }
        };
    }
}
