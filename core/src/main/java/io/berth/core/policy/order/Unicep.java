package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;

/**
 * UNICEP: jobs that waited long for their size go first.
 *
 * <p>Goals: a small mean slowdown; small jobs gain most. Constraints: one processor has a logarithm of 0, such jobs go first
 * as soon as they waited, among themselves by w / r: 10⁻¹⁵ is added to n and w, as in RLScheduler's program.
 *
 * <p>Algorithm: largest w / (log₂(n) r) first, with w waited and r expected run time in s, n processors. One hour waited for
 * one hour of 8 processors scores 1/3, of 64 processors 1/6.
 *
 * <p>Source: Tang, Lan, Desai, Buettner: Fault-aware, utility-based job scheduling on Blue Gene/P systems, CLUSTER 2009; as
 * printed in RLScheduler's tables with the same w as {@link Wfp3}.
 *
 * @param printed with the w of RLScheduler's program
 */
public record Unicep(boolean printed) implements KeyedOrder {
    private static final double LN_2 = StrictMath.log(2);

    /** Keeps jobs of one processor apart: without it all their scores are infinite. */
    private static final double TINY = 1e-15;

    @Override
    public long key(QueuedJob job, long now) {
        double log2 = StrictMath.log(SortKey.processors(job.spec()) + TINY) / LN_2;
        double size = log2 * (job.spec().estimateNanos() / 1e9);
        return SortKey.of(-(Waiting.seconds(job, now, printed) + TINY) / size);
    }

    @Override
    public boolean changesWithTime() {
        return !printed;
    }
}
