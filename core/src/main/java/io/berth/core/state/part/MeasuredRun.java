package io.berth.core.state.part;

import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/**
 * What the progress of a job told of.
 *
 * @param nanos its run time, all that it did included
 * @param model that of the devices on which it told so last; null where nobody learns that, or they were of several
 */
public record MeasuredRun(long nanos, @Nullable String model) {
    /** Null for a run time of {@link Nanos#NEVER}, of which nothing was told. */
    public static @Nullable MeasuredRun of(long nanos, @Nullable String model) {
        return nanos == Nanos.NEVER ? null : new MeasuredRun(nanos, model);
    }
}
