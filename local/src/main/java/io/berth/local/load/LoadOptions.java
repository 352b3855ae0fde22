package io.berth.local.load;

import java.time.Duration;

/**
 * How often the load is looked at.
 *
 * @param interval between two samples; longer where a sample takes longer
 * @param samplesPerWindow how many samples make an aggregate
 */
public record LoadOptions(Duration interval, int samplesPerWindow) {
    /** Every five seconds, a window a minute: each look asks the device tools, which cost some tenths of a CPU second. */
    public static final LoadOptions DEFAULT = new LoadOptions(Duration.ofSeconds(5), 12);

    public LoadOptions {
        if (interval.isNegative() || interval.isZero() || samplesPerWindow < 1) {
            throw new IllegalArgumentException("The load needs an interval above 0 (" + interval
                    + ") and at least one sample per window (" + samplesPerWindow + ").");
        }
    }
}
