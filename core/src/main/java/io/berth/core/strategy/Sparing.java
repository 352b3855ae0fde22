package io.berth.core.strategy;

import io.berth.core.strategy.Parameter.Type;
import io.berth.core.time.Nanos;
import java.util.List;

/**
 * When running jobs are not stopped for others though they could be.
 *
 * @param runNanos for how long a job runs before it may be; one that is starting may not either. 0 for as soon as it holds room
 * @param waitNanos for how long a job waits before others are stopped for it, so that whoever adds nodes may come first; 0 for not at all
 */
public record Sparing(long runNanos, long waitNanos) {
    /** Nobody is spared. */
    public static final Sparing NONE = new Sparing(0, 0);

    /** What can be set of it. */
    public static final List<Parameter> PARAMETERS = List.of(
            new Parameter(
                    "min-runtime", Type.NUMBER, "0", "minutes that a job has run before it is stopped for others"),
            new Parameter(
                    "after",
                    Type.NUMBER,
                    "0",
                    "minutes that a job waits before others are stopped for it, so that nodes may be added first"));

    private static final double MINUTE_NANOS = 60e9;
    private static final double MOST_MINUTES = 1_000_000;

    /**
     * As {@code part} of a strategy says, whose parameters are {@link #PARAMETERS}; nobody where it has none.
     *
     * @throws IllegalArgumentException where a time is negative, or longer than two years
     */
    public static Sparing of(PolicySpec part) {
        return part.parameters().isEmpty() ? NONE : of(new Parameters(part.name(), PARAMETERS, part.parameters()));
    }

    /** As {@link #of(PolicySpec)}. */
    public static Sparing of(Parameters parameters) {
        return new Sparing(nanos(parameters, "min-runtime"), nanos(parameters, "after"));
    }

    private static long nanos(Parameters parameters, String name) {
        double minutes = parameters.number(name);
        if (!(minutes >= 0 && minutes <= MOST_MINUTES)) {
            throw new IllegalArgumentException(
                    "The " + name + " (" + minutes + ") must be from 0 to " + MOST_MINUTES + " minutes.");
        }
        return (long) (minutes * MINUTE_NANOS);
    }

    /** True where one whose tasks all run since {@code startNanos}, below 0 where they do not, may not be stopped at {@code now}. */
    public boolean spares(long startNanos, long now) {
        return runNanos > 0 && (startNanos < 0 || Nanos.after(startNanos, runNanos) > now);
    }

    /** From when on it may be; {@link Nanos#NEVER} where it may at {@code now}, or does not run yet. */
    public long sparedUntilNanos(long startNanos, long now) {
        return startNanos >= 0 && spares(startNanos, now) ? Nanos.after(startNanos, runNanos) : Nanos.NEVER;
    }
}
