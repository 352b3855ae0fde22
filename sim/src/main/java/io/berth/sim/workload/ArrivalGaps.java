package io.berth.sim.workload;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;

/**
 * The time between two arrivals, a function of (seed, index) alone.
 *
 * <p>Bursty arrivals are a renewal process with two-phase hyper-exponential gaps of <i>balanced means</i> [1], fixed by
 * their mean {@code m} and squared coefficient of variation {@code c} (1 is Poisson): with {@code p = (1 + sqrt((c - 1) /
 * (c + 1))) / 2} a gap is exponential with mean {@code m / 2p}, else with mean {@code m / 2(1 - p)}. At {@code c} = 4, of
 * nine gaps eight are of 0.56 m and one of 4.4 m. A renewal process has no state beside the last arrival, so that a run
 * resumes at any job.
 *
 * <p>[1] W. Whitt: Approximating a point process by a renewal process, I: two basic methods. Operations Research 30(1),
 * 1982, §3.
 */
final class ArrivalGaps {
    private static final String STREAM = "generate.gap";

    private final long seed;
    private final double shortShare;
    private final double shortMeanNanos;
    private final double longMeanNanos;

    /** @param variation squared coefficient of variation of the gaps, 1 or more */
    ArrivalGaps(long seed, double meanNanos, double variation) {
        this.seed = seed;
        shortShare = (1 + StrictMath.sqrt((variation - 1) / (variation + 1))) / 2;
        shortMeanNanos = meanNanos / (2 * shortShare);
        longMeanNanos = meanNanos / (2 * (1 - shortShare));
    }

    /** The time between arrival {@code index - 1}, or the start, and arrival {@code index}. */
    long before(long index) {
        Chance chance = new Chance(seed, STREAM, index);
        double mean = chance.unit() < shortShare ? shortMeanNanos : longMeanNanos;
        return (long) chance.exponential(mean);
    }

    /** The instant of arrival {@code index - 1}, or the start. */
    long previous(long startNanos, long index) {
        long at = startNanos;
        for (long earlier = 0; earlier < index; earlier++) {
            at = Nanos.after(at, before(earlier));
        }
        return at;
    }
}
