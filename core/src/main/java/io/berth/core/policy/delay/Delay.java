package io.berth.core.policy.delay;

import io.berth.core.decision.Reason;

/**
 * Says how long a job waits for a better place than the one that it could have now. It waits no longer than that from when it entered the
 * queue, whatever others do, so that nobody starves for a good place.
 */
@FunctionalInterface
public interface Delay {
    /** Every job takes the place that it can have. */
    Delay NONE = _ -> 0;

    /** Nanoseconds for a task that could go to {@code place}; 0 where it is good enough, or none is better. */
    long nanos(Place place);

    /** What a job is passed over for that waits. */
    default Reason reason() {
        return Reason.AWAITS_DATA;
    }
}
