package io.berth.console.curve;

import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * When a task will be done that says how much of it is: the median of the slopes between all pairs of what it said lately (Theil,
 * A rank-invariant method of linear and polynomial regression analysis, 1950; Sen, Estimates of the Regression Coefficient Based on
 * Kendall's Tau, JASA 63, 1968). So neither the slow beginning of a run, which is long ago, nor a pause for a checkpoint counts
 * for much: up to 29 % of the pairs may be wild.
 */
final class EndForecast {
    /** Sums over 64 observations cost 2,016 slopes, about 0.1 ms. */
    private static final int KEPT = 64;

    private static final int LEAST = 5;
    private static final long LEAST_SPAN_NANOS = 10 * Nanos.SECOND;
    private static final long LEAST_GAP_NANOS = Nanos.SECOND;

    /** The observations kept reach back over about a quarter of the run. */
    private static final long GAPS_IN_A_RUN = 256;

    private final long[] times = new long[KEPT];
    private final double[] fractions = new double[KEPT];
    private long firstNanos;
    private int count;

    /** At {@code nanos} the share {@code fraction} was done; one that is less than before begins anew. */
    void observe(long nanos, double fraction) {
        int last = count - 1;
        if (count == 0 || fraction < fractions[last]) {
            firstNanos = nanos;
            count = 0;
        } else if (fraction <= fractions[last]) {
            return;
        } else if (nanos - times[last] < Math.max(LEAST_GAP_NANOS, (nanos - firstNanos) / GAPS_IN_A_RUN)) {
            return;
        }
        if (count == KEPT) {
            System.arraycopy(times, 1, times, 0, KEPT - 1);
            System.arraycopy(fractions, 1, fractions, 0, KEPT - 1);
            count--;
        }
        times[count] = nanos;
        fractions[count++] = fraction;
    }

    /** When all will be done, UTC nanoseconds; {@link Nanos#NEVER} where too little is known. */
    long endNanos() {
        if (count < LEAST || times[count - 1] - times[0] < LEAST_SPAN_NANOS) {
            return Nanos.NEVER;
        }
        double slope = slope();
        double left = (1 - fractions[count - 1]) / slope;
        boolean known = slope > 0 && left < (double) (100 * 365 * Nanos.DAY);
        return known ? times[count - 1] + (long) left : Nanos.NEVER;
    }

    /** The share that is done in a nanosecond. */
    private double slope() {
        double[] slopes = new double[count * (count - 1) / 2];
        int pairs = 0;
        for (int late = 1; late < count; late++) {
            for (int early = 0; early < late; early++) {
                slopes[pairs++] = (fractions[late] - fractions[early]) / (double) (times[late] - times[early]);
            }
        }
        Arrays.sort(slopes);
        return (slopes[(pairs - 1) / 2] + slopes[pairs / 2]) / 2;
    }
}
