package io.berth.core.policy.delay;

import io.berth.core.decision.Reason;
import io.berth.core.policy.device.Offer;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.RunProfile;

/**
 * A job waits for devices on which its work costs less, as long as its deadline allows.
 *
 * <p>Goals: what is dear is left to those who have no time. Constraints: goes by what users expect of run times; a job of which nobody
 * knows how long it runs does not wait. Algorithm: slack × (deadline − when it entered the queue − its run time), with the run time on the
 * slower of the devices that it could have and those that it would rather have, so that after waiting in vain it is in time on the first,
 * and before that on the second; the largest over all that cost less. A job without a deadline waits slack × that run time at most, so that
 * it is at most so much later.
 *
 * <p>Source: slack as what may be traded for price, as in Qu et al., Cost-Aware Scheduling of Deadline-Constrained Jobs (2016); the bound
 * of the ski rental problem (Karlin et al., SODA 1990) where there is no deadline.
 */
public record ForPrice(double slack) implements Delay {
    /** @throws IllegalArgumentException where the slack is not 0 to 1 */
    public ForPrice {
        if (!(slack >= 0 && slack <= 1)) {
            throw new IllegalArgumentException("The slack (" + slack + ") of a delay must be 0 to 1.");
        }
    }

    @Override
    public long nanos(Place place) {
        long longest = 0;
        for (Offer other : place.offers()) {
            if (other.microsOfWork() < place.here().microsOfWork()) {
                longest = StrictMath.max(
                        longest,
                        nanos(place, StrictMath.min(other.pace(), place.here().pace())));
            }
        }
        return longest;
    }

    @Override
    public Reason reason() {
        return Reason.AWAITS_PRICE;
    }

    /** The wait of a job that will be as fast as {@code pace}. */
    private long nanos(Place place, long pace) {
        long left = place.job().remainingNanos(place.nowNanos());
        double runs = (double) left * RunProfile.TOLD / pace;
        if (left == Nanos.NEVER || runs >= Nanos.NEVER) {
            return 0;
        }
        long due = Nanos.after(place.job().submitNanos(), place.job().spec().deadlineNanos());
        double may = due == Nanos.NEVER ? runs : due - place.readyNanos() - runs;
        return (long) StrictMath.max(0, slack * may);
    }
}
