package io.berth.core.policy.device;

import io.berth.core.policy.QueuedJob;

/**
 * The devices on which the job's work costs least.
 *
 * <p>Goals: little money for the same work. Constraints: a device without a price costs nothing. Algorithm: rank = −(price an hour ÷ the
 * job's speed there); at 4 an hour and a speed of 1 an hour of work costs 4, at 1 an hour and a speed of ½ it costs 2, and goes there.
 *
 * <p>Source: the minimum-cost policy of Narayanan et al., Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning Workloads,
 * OSDI 2020, §4.2, for one job at a time.
 */
public final class Cheapest implements DeviceOrder {
    @Override
    public long rank(QueuedJob job, Offer offer, long now) {
        return -offer.microsOfWork();
    }
}
