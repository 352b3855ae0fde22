package io.berth.core.cluster.spare;

import org.jspecify.annotations.Nullable;

/**
 * What all but best-effort tasks were measured to use of a node.
 *
 * @param used {@link Amount#UNKNOWN} for what nobody measured
 * @param measuredNanos when
 * @param shown what is asked for by those that the measurement shows: what others ask for, it does not show
 * @param asked what was asked for at {@code askedNanos}: a measurement that comes long enough after shows it
 */
public record Measured(Amount used, long measuredNanos, Amount shown, Amount asked, long askedNanos) {
    /** How long a task must have been there for a measurement to show it: as long as a report of Koordinator's agent takes. */
    private static final long SETTLE_NANOS = 60_000_000_000L;

    /** What is known when {@code used} was measured at {@code nanos}, where {@code before} was known and so much is {@code asked} for now. */
    public static Measured next(@Nullable Measured before, Amount used, long nanos, Amount asked) {
        if (before == null) {
            return new Measured(used, nanos, Amount.nothing(asked.devices()), asked, nanos);
        }
        boolean settled = nanos - before.askedNanos >= SETTLE_NANOS;
        Amount shown = asked.least(settled ? before.asked : before.shown);
        return new Measured(used, nanos, shown, settled ? asked : before.asked, settled ? nanos : before.askedNanos);
    }
}
