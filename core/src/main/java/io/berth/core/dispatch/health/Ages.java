package io.berth.core.dispatch.health;

import io.berth.core.time.Nanos;

/**
 * How old what a server says of itself may be.
 *
 * @param staleNanos from when on less and less of it counts
 * @param blindNanos from when on nothing of it does
 */
public record Ages(long staleNanos, long blindNanos) {
    /** As they are where nobody says otherwise. */
    public static final Ages USUAL = new Ages(2 * Nanos.SECOND, 10 * Nanos.SECOND);

    /** How much of a report counts that is so old: 1 for all, 0 for nothing. */
    public double share(long ageNanos) {
        if (ageNanos <= staleNanos) {
            return 1;
        }
        return ageNanos >= blindNanos
                ? 0
                : (double) (blindNanos - ageNanos) / (double) StrictMath.max(1, blindNanos - staleNanos);
    }
}
