package io.berth.kube.load;

import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import java.util.Arrays;

/**
 * What one node does.
 *
 * @param values by {@link Measure}, {@link Load#UNKNOWN} where nothing is known
 * @param ageNanos how long ago that was measured; the oldest of several
 */
public record Measured(long[] values, long ageNanos) {
    /** Nothing is known. */
    public static Measured nothing() {
        long[] values = new long[Measure.COUNT];
        Arrays.fill(values, Load.UNKNOWN);
        return new Measured(values, 0);
    }

    /** The same with one more value; no value where that is no amount. */
    public Measured with(Measure measure, double value) {
        if (!(value >= 0 && value < Long.MAX_VALUE)) {
            return this;
        }
        long[] more = values.clone();
        more[measure.ordinal()] = Math.round(value);
        return new Measured(more, ageNanos);
    }

    /** What both know; of what both know, what this one says. */
    public Measured and(Measured other) {
        long[] all = values.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = all[i] == Load.UNKNOWN ? other.values[i] : all[i];
        }
        return new Measured(all, Math.max(ageNanos, other.ageNanos));
    }
}
