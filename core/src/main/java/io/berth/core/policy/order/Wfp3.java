package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;

/**
 * WFP3: jobs that waited long for their length go first, wide ones before narrow ones.
 *
 * <p>Goals: a small mean slowdown without starving wide jobs. Constraints: none.
 *
 * <p>Algorithm: largest (w/r)³ n first, with w waited and r expected run time in s, n processors. One hour waited for one hour
 * of 8 processors scores 8; two hours for four hours of 64 score (1/2)³ · 64 = 8 as well.
 *
 * <p>Source: Tang, Lan, Desai, Buettner: Fault-aware, utility-based job scheduling on Blue Gene/P systems, CLUSTER 2009. As
 * <i>printed</i> in the tables of RLScheduler (Zhang et al., SC 2020) w is not the time waited: its program takes the start
 * before the job has one, −1, so that w = −1 − submission. Then late jobs go last whatever their length.
 *
 * @param printed with the w of RLScheduler's program
 */
public record Wfp3(boolean printed) implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        double ratio = Waiting.seconds(job, now, printed) / (job.spec().estimateNanos() / 1e9);
        return SortKey.of(-(ratio * ratio * ratio) * SortKey.processors(job.spec()));
    }

    @Override
    public boolean changesWithTime() {
        return !printed;
    }
}
