package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.time.Nanos;

/**
 * One step of a pass. It decides by writing into the {@link Draft} and takes room in the scratch, which the stages behind it see.
 * What it keeps between passes follows from the state and only saves work.
 */
abstract class Stage {
    /** True where {@code strategy} has it; to others it costs nothing. */
    boolean of(Strategy strategy) {
        return true;
    }

    /** A pass begins of a strategy that has it. */
    void begin() {}

    /** Decides, as a part of the pass of this moment. */
    abstract void run(Strategy strategy);

    /** The pass is over; the scratch still holds what it took. */
    void end() {}

    /** Another plan than the last was applied: what is known of room that the last would have taken does not hold. */
    void forget() {}

    /** {@code strategy} decides from now on, whether it has this stage or not; all is forgotten, what was said of the last plan too. */
    void follow(Strategy strategy) {}

    /**
     * When the passage of time alone will change what it would decide; {@link Nanos#NEVER} where it will not. It holds for the state
     * after the last plan was applied.
     */
    long wakeNanos(Strategy strategy) {
        return Nanos.NEVER;
    }
}
