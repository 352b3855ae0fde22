package io.berth.core.policy.device;

import io.berth.core.policy.QueuedJob;

/**
 * The devices on which the job is fastest.
 *
 * <p>Goals: short run times. Constraints: devices that are fast for all are taken by whoever comes first, whatever they cost. Algorithm:
 * rank = the job's speed there.
 *
 * <p>Source: the heterogeneity-aware FIFO of Narayanan et al., Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning
 * Workloads, OSDI 2020, §4.2, for one job at a time.
 */
public final class Fastest implements DeviceOrder {
    @Override
    public long rank(QueuedJob job, Offer offer, long now) {
        return offer.pace();
    }
}
