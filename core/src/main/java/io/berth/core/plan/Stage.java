package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.time.Nanos;

/**
 * One step of a pass. It decides by writing into the {@link Draft} and takes room in the scratch, which the stages behind it see.
 * What it keeps between passes follows from the state and only saves work.
 */
interface Stage {
    /** True where {@code strategy} has it; to others it costs nothing. */
    default boolean of(Strategy strategy) {
        return true;
    }

    /** A pass begins of a strategy that has it. */
    default void begin() {}

    /** Decides, as a part of the pass of this moment. */
    void run(Strategy strategy);

    /** The pass is over; the scratch still holds what it took. */
    default void end() {}

    /** Another plan than the last was applied: what is known of room that the last would have taken does not hold. */
    default void forget() {}

    /** {@code strategy} decides from now on, whether it has this stage or not; all is forgotten, what was said of the last plan too. */
    default void follow(Strategy strategy) {}

    /**
     * When the passage of time alone will change what it would decide; {@link Nanos#NEVER} where it will not. It holds for the state
     * after the last plan was applied.
     */
    default long wakeNanos(Strategy strategy) {
        return Nanos.NEVER;
    }
}
