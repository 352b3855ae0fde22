package io.berth.learn.environment.fleet;

import io.berth.core.time.Nanos;
import io.berth.sim.fleet.RequestEnd;

/**
 * What a request costs when it is answered or turned away.
 *
 * @param perSecond for each second from its arrival to its answer
 * @param missed where it had a deadline and was late or turned away
 * @param refused where it was turned away, whose time costs nothing
 */
public record FleetReward(double perSecond, double missed, double refused) {
    /** Mean latency; a request that is turned away counts as a minute. */
    public static final FleetReward LATENCY = new FleetReward(1, 0, 60);

    /** @throws IllegalArgumentException where a cost is below 0 or all are 0 */
    public FleetReward {
        if (!(perSecond >= 0 && missed >= 0 && refused >= 0) || perSecond + missed + refused == 0) {
            throw new IllegalArgumentException("The costs (" + perSecond + " a second, " + missed + " missed, "
                    + refused + " refused) must not be below 0, and not all 0.");
        }
    }

    /** The reward for {@code end}: minus what it costs. */
    double of(RequestEnd end) {
        long deadline = end.arrival().deadlineNanos();
        boolean turnedAway = !end.answered();
        boolean late = deadline != Nanos.NEVER && (turnedAway || end.atNanos() > deadline);
        double cost = turnedAway
                ? refused
                : perSecond * Nanos.toSeconds(end.atNanos() - end.arrival().atNanos());
        return 0 - cost - (late ? missed : 0);
    }

    /** What it is, for documentation. */
    String formula() {
        return "minus " + perSecond
                + " for each second from the arrival to the answer of each request that was answered since "
                + "the last step, minus " + refused + " for each that was turned away, minus " + missed
                + " for each that missed its deadline; the last step brings all that were still on their way";
    }
}
