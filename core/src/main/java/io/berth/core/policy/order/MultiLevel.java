package io.berth.core.policy.order;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Nanos;

/**
 * Queues by attained service: who has used little goes first.
 *
 * <p>Goals: a small mean completion time without knowing how long jobs run. Constraints: it needs preemption, else a job once
 * started keeps its room whatever it used.
 *
 * <p>Algorithm: a job's service is its run time times its GPUs; it is in queue i where i limits are reached. Within a queue by
 * submission. With limits of 3,250 and 7,200 GPU s, a job of 8 GPUs leaves the first queue after 406.25 s and the second after
 * 900 s. Only jobs of a later queue are preempted.
 *
 * <p>Source: Gu et al., Tiresias, NSDI 2019, §3.2 (discretised two-dimensional least attained service, Tiresias-L), without
 * promotion.
 */
public final class MultiLevel implements KeyedOrder {
    private static final int LEVEL_BITS = 3;
    private static final int TIME_BITS = Long.SIZE - 1 - LEVEL_BITS;

    /** How many limits there may be. */
    public static final int MAX_LIMITS = (1 << LEVEL_BITS) - 1;

    /** Service that makes a job leave a queue, in processor nanoseconds, rising. */
    private final double[] limits;

    /**
     * @param limitsSeconds GPU seconds, rising
     * @throws IllegalArgumentException where they do not rise or are too many
     */
    public MultiLevel(double[] limitsSeconds) {
        this.limits = new double[limitsSeconds.length];
        for (int i = 0; i < limits.length; i++) {
            limits[i] = limitsSeconds[i] * Nanos.SECOND;
            if (!(limits[i] > (i == 0 ? 0 : limits[i - 1])) || limits.length > MAX_LIMITS) {
                throw new IllegalArgumentException(
                        "The limits must rise from above 0 and be at most " + MAX_LIMITS + ".");
            }
        }
    }

    @Override
    public long key(QueuedJob job, long now) {
        return (long) level(job, now) << TIME_BITS | job.submitNanos() >>> LEVEL_BITS;
    }

    @Override
    public boolean ranks() {
        return true;
    }

    @Override
    public int rank(QueuedJob job, long now) {
        return -level(job, now);
    }

    @Override
    public long weakensNanos(QueuedJob running, long now) {
        int level = level(running, now);
        if (level == limits.length) {
            return Nanos.NEVER;
        }
        double processors = SortKey.processors(running.spec());
        long ran = running.ranNanos(now);
        return Nanos.after(now, StrictMath.max(1, (long) StrictMath.ceil(limits[level] / processors) - ran));
    }

    private int level(QueuedJob job, long now) {
        double service = SortKey.area(job.spec(), job.ranNanos(now));
        int level = 0;
        while (level < limits.length && service >= limits[level]) {
            level++;
        }
        return level;
    }
}
