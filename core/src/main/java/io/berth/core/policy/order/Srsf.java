package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;

/**
 * Shortest remaining service first.
 *
 * <p>Goals: a small mean completion time where jobs differ in width too. Constraints: as shortest remaining time first.
 *
 * <p>Algorithm: by what is left of the expected run time, times the processors: 10 min on 8 GPUs (80 GPU minutes) go after 1 h
 * on one (60).
 *
 * <p>Source: Gu et al., Tiresias, NSDI 2019, §3.1, as the ideal that its two-dimensional schedule approaches.
 */
public final class Srsf implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return SortKey.of(SortKey.area(job.spec(), job.remainingNanos(now)));
    }
}
