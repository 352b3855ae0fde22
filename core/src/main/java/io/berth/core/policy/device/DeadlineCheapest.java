package io.berth.core.policy.device;

import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.RunProfile;

/**
 * The devices on which the job's work costs least, of those on which it would still make its deadline if it started now; where it would
 * make it on none, the fastest.
 *
 * <p>Goals: little money, deadlines kept. Constraints: goes by what users expect of run times; a job without a deadline is always in time,
 * one with a deadline whose run time nobody knows never is. Algorithm: devices in time go before all others and rank by {@link Cheapest},
 * the others by {@link Fastest}.
 *
 * <p>Source: minimum cost with the deadlines of jobs, Narayanan et al., Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning
 * Workloads, OSDI 2020, §4.2, for one job at a time.
 */
public final class DeadlineCheapest implements DeviceOrder {
    /** Above all speeds and all costs. */
    private static final long IN_TIME = 1L << 62;

    @Override
    public long rank(QueuedJob job, Offer offer, long now) {
        long due = Nanos.after(job.submitNanos(), job.spec().deadlineNanos());
        return due == Nanos.NEVER || end(job, offer, now) <= due ? IN_TIME - offer.microsOfWork() : offer.pace();
    }

    private static long end(QueuedJob job, Offer offer, long now) {
        long left = job.remainingNanos(now);
        double there = (double) left * RunProfile.TOLD / offer.pace();
        return left == Nanos.NEVER || there >= Nanos.NEVER ? Nanos.NEVER : Nanos.after(now, (long) there);
    }
}
