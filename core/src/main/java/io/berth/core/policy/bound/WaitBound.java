package io.berth.core.policy.bound;

import io.berth.core.time.Nanos;

/**
 * Within which time a job that waits shall start. For a part of that it waits like any other; then it <em>presses</em>: it goes before all
 * that do not, whoever has pressed longest first, and room is kept for the first that does not fit (decision 95).
 *
 * @param nanos within which it shall start, from when it could first be tried; {@link Nanos#NEVER} where nothing is said
 * @param afterNanos after which it presses, at most {@code nanos}
 */
public record WaitBound(long nanos, long afterNanos) {
    /** Jobs wait for as long as the order of the strategy has them wait. */
    public static final WaitBound NONE = new WaitBound(Nanos.NEVER, Nanos.NEVER);

    /** @throws IllegalArgumentException where a time is below 0, or it would press after it shall have started */
    public WaitBound {
        if (afterNanos < 0 || afterNanos > nanos) {
            throw new IllegalArgumentException(
                    "A job must press after 0 to " + nanos + " ns of waiting, not after " + afterNanos + " ns.");
        }
    }

    /**
     * A bound of which a job waits {@code part} like any other.
     *
     * @param part from 0 to 1
     */
    public static WaitBound of(long nanos, double part) {
        return new WaitBound(nanos, nanos == Nanos.NEVER ? Nanos.NEVER : (long) (nanos * part));
    }

    /** True where there is one. */
    public boolean any() {
        return nanos != Nanos.NEVER;
    }
}
