package io.berth.core.policy.bound;

import io.berth.core.time.Nanos;

/**
 * Within which time a job that waits shall start: what its class promises, or what is said for all. For a part of that it waits like any
 * other; then it <em>presses</em>: it goes before all that do not, whoever has pressed longest first, and room is kept for the first that does not
 * fit (decision 95).
 *
 * @param any false where jobs wait for as long as the order of the strategy has them wait, whatever their classes promise
 * @param nanos within which those shall start whose class promises nothing; {@link Nanos#NEVER} where nothing is said of them
 * @param part of its bound, 0 to 1, after which a job presses
 */
public record WaitBound(boolean any, long nanos, double part) {
    /** Jobs wait for as long as the order of the strategy has them wait. */
    public static final WaitBound NONE = new WaitBound(false, Nanos.NEVER, 1);

    /** @throws IllegalArgumentException where the time is below 0, or the part none */
    public WaitBound {
        if (nanos < 0 || !(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException(
                    "A job must start within at least 0 ns, and press after a part of that from 0 to 1, not after "
                            + part + " of " + nanos + " ns.");
        }
    }

    /** A bound for all, of which a job waits {@code part} like any other. */
    public static WaitBound of(long nanos, double part) {
        return new WaitBound(true, nanos, part);
    }

    /** One for those alone whose class promises something. */
    public static WaitBound promised(double part) {
        return new WaitBound(true, Nanos.NEVER, part);
    }

    /**
     * Within which a job shall start from when it could first be tried; {@link Nanos#NEVER} where nothing is said.
     *
     * @param promised what its class promises; {@link Nanos#NEVER} for nothing
     */
    public long withinNanos(long promised) {
        return !any || promised == Nanos.NEVER ? nanos : promised;
    }

    /** After which such a job presses; {@link Nanos#NEVER} for never. */
    public long afterNanos(long promised) {
        long within = withinNanos(promised);
        return within == Nanos.NEVER ? Nanos.NEVER : (long) (within * part);
    }
}
