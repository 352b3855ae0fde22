package io.berth.spec.fault;

import io.berth.core.time.Nanos;

/**
 * What must come of a job beside what must come of all.
 *
 * @param startsByNanos it is started at this moment at the latest; {@link Nanos#NEVER} where it may never be
 */
public record Expectation(long job, long startsByNanos) {
    /** True where it may never be started. */
    public boolean never() {
        return startsByNanos == Nanos.NEVER;
    }
}
