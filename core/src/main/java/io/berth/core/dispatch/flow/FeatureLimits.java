package io.berth.core.dispatch.flow;

import io.berth.core.time.Nanos;

/**
 * How much of results of stages is kept.
 *
 * @param entries how many; 0 for no cache
 * @param bytes of all together
 * @param nanos for how long, from when one was made; {@code Nanos.NEVER} for ever
 */
public record FeatureLimits(int entries, long bytes, long nanos) {
    /** Nothing. */
    public static final FeatureLimits NONE = of(0);

    public FeatureLimits {
        if (entries < 0 || bytes < 0 || nanos < 1) {
            throw new IllegalArgumentException("A feature cache needs entries (" + entries + ") and bytes (" + bytes
                    + ") of 0 or more, and a time (" + nanos + " ns) above 0.");
        }
    }

    /** So many {@code entries} of any size, for ever. */
    public static FeatureLimits of(int entries) {
        return new FeatureLimits(entries, Long.MAX_VALUE, Nanos.NEVER);
    }
}
