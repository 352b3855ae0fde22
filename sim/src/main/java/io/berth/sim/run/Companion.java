package io.berth.sim.run;

import io.berth.core.engine.Driver;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;

/**
 * What lives on the clock of a run beside its jobs. It hears of all that happens to these, as any observer, has moments of its own, and may hand
 * events to the driver: such as the requests to a service whose replicas are jobs.
 */
public interface Companion extends Observer {
    /** Nothing. */
    Companion NONE = new Companion() {};

    /**
     * A run as it begins.
     *
     * @param state to look at
     * @param metrics of the run
     * @param driver takes events for the engine, also for the moment that is
     */
    record Beginning(State state, RunMetrics metrics, Driver driver, long atNanos) {}

    /** A run begins; nothing has happened in it. */
    default void begins(Beginning run) {}

    /**
     * When it does something next; {@link Nanos#NEVER} for never.
     *
     * @param lively whether something will happen to jobs by itself; where not, it shall not wait for that
     */
    default long nextNanos(boolean lively) {
        return Nanos.NEVER;
    }

    /** Lives through {@code nowNanos}, after the jobs have. What it hands to the driver for this very moment happens in it. */
    default void moment(long nowNanos) {}

    /** The run is over, or is cut off. */
    default void ends() {}
}
