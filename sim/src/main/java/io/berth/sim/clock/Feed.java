package io.berth.sim.clock;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;

/** Events that come in order of time, made one by one, so that they need not all be in memory. */
public interface Feed {
    /** Nothing ever comes. */
    Feed EMPTY = new Feed() {
        @Override
        public long nextNanos() {
            return Nanos.NEVER;
        }

        @Override
        public Event next() {
            throw new IllegalStateException("An empty feed has no event.");
        }
    };

    /** When the next event is due; {@link Nanos#NEVER} after the last. */
    long nextNanos();

    /** Takes the next event. */
    Event next();
}
