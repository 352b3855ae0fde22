package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Chance;

/**
 * Quasi-shortest service first: by a predicted service, which may miss.
 *
 * <p>Goals: most of what shortest job first gains, with predictions in place of knowledge. Constraints: long jobs may starve.
 *
 * <p>Algorithm: smallest r n e first, with r the expected run time, n the GPUs (1 where {@code byTime}), e the error of the
 * prediction. The error of the published simulation: of ten jobs one misses by up to 10 %, four by 10 to 50 %, two by 50 to
 * 100 %, each up or down; two by a factor of 1 to 10 and one by 10 to 100, each times or divided.
 *
 * <p>Source: Hu et al., Characterization and prediction of deep learning workloads in large-scale GPU datacenters (Helios), SC
 * 2021, §4.2, and its simulator for Philly, which draws the error.
 *
 * @param byTime by run time alone
 * @param noisy predictions miss as published
 * @param seed of the misses
 */
public record Qssf(boolean byTime, boolean noisy, long seed) implements KeyedOrder {
    private static final String STREAM = "qssf.error";
    private static final double[] CLASSES = {0.1, 0.5, 0.7, 0.9, 1.0};
    private static final double[] FROM = {0, 0.1, 0.5, 1, 10};
    private static final double[] TO = {0.1, 0.5, 1, 10, 100};
    private static final int FIRST_FACTOR = 3;

    @Override
    public long key(QueuedJob job, long now) {
        double service = job.spec().estimateNanos() * (byTime ? 1 : SortKey.processors(job.spec()));
        return SortKey.of(noisy ? service * error(job.id()) : service);
    }

    private double error(long job) {
        Chance chance = new Chance(seed, STREAM, job);
        double draw = chance.unit();
        int kind = 0;
        while (draw >= CLASSES[kind]) {
            kind++;
        }
        double size = FROM[kind] + chance.unit() * (TO[kind] - FROM[kind]);
        boolean up = chance.below(2) == 0;
        if (kind >= FIRST_FACTOR) {
            return up ? size : 1 / size;
        }
        return up ? 1 + size : 1 - size;
    }
}
