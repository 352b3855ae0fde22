package io.berth.core.policy.device;

import io.berth.core.policy.QueuedJob;

/**
 * The devices on which the job is worth most, as it says itself.
 *
 * <p>Goals: much utility. Constraints: whoever comes first takes what is worth most to it, however little more it gains by that than others
 * would; a window weighs them against each other. Algorithm: rank = the job's utility there.
 *
 * <p>Source: utility by resource type as in Tumanov et al., TetriSched, EuroSys 2016, for one job at a time.
 */
public final class MostUseful implements DeviceOrder {
    @Override
    public long rank(QueuedJob job, Offer offer, long now) {
        return offer.utility();
    }
}
