package io.berth.core.policy.device;

import io.berth.core.policy.QueuedJob;

/**
 * Says on which devices a job goes first. Nodes of the largest rank are tried first, those of the next where they have no room for the
 * job, and all of them together at last: what is busy is not waited for.
 *
 * <p>A rank is a function of the job, the offer and the time.
 */
@FunctionalInterface
public interface DeviceOrder {
    /** All devices that will do are the same. */
    DeviceOrder ANY = (_, _, _) -> 0;

    /** Larger goes first; equal ones are tried as one. */
    long rank(QueuedJob job, Offer offer, long now);
}
