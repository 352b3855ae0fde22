package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;

/**
 * F1, a formula found by regression over simulated schedules.
 *
 * <p>Goals: a small mean slowdown. Constraints: s counts from the zero of the clock, which is the begin of the log in a replay;
 * on a wall clock, which counts from 1970, its logarithm hardly changes and F1 goes by size alone.
 *
 * <p>Algorithm: smallest log₁₀(r) n + 870 log₁₀(s) first, with r the expected run time and s the submission in s, n
 * processors. 1,000 s on 8 processors submitted at 10,000 s score 3 · 8 + 870 · 4 = 3,504.
 *
 * <p>Source: Carastan-Santos, de Camargo: Obtaining dynamic scheduling policies with simulation and machine learning, SC 2017.
 */
public final class F1 implements KeyedOrder {
    private static final double SUBMISSION_WEIGHT = 870;

    /** What 0 counts as, as in RLScheduler's program. */
    private static final double LEAST_SECONDS = 0.1;

    @Override
    public long key(QueuedJob job, long now) {
        double size = log10(job.spec().estimateNanos()) * SortKey.processors(job.spec());
        return SortKey.of(size + SUBMISSION_WEIGHT * log10(job.submitNanos()));
    }

    private static double log10(long nanos) {
        return StrictMath.log10(nanos > 0 ? nanos / 1e9 : LEAST_SECONDS);
    }
}
