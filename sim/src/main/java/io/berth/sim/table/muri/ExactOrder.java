package io.berth.sim.table.muri;

import io.berth.core.policy.KeyedOrder;
import java.util.Comparator;

/**
 * Asks an order of the catalog about remaining times that are floating seconds, and loses no bit of them.
 *
 * <p>Orders take whole nanoseconds, and the published simulator compares doubles; where two of them differ by less than a
 * nanosecond, rounding would swap jobs. But which of two goes first does not depend on the unit of time, so each pair is measured
 * in a power of two of a second that is small enough for both to be whole, and large enough for both to fit: the larger gets 62
 * bits, 9 more than a double has. A job that is no whole number then is 2^9 times smaller, and goes first whatever is cut off it,
 * for no job has that many times the GPUs of another.
 */
final class ExactOrder implements Comparator<ReplayedJob> {
    private static final int TOP_BIT = 61;

    private final KeyedOrder order;

    ExactOrder(KeyedOrder order) {
        this.order = order;
    }

    @Override
    public int compare(ReplayedJob first, ReplayedJob second) {
        int exponent = TOP_BIT
                - StrictMath.max(
                        StrictMath.getExponent(first.remainingSeconds()),
                        StrictMath.getExponent(second.remainingSeconds()));
        first.measureIn(exponent);
        second.measureIn(exponent);
        return Long.compare(order.key(first, 0), order.key(second, 0));
    }
}
