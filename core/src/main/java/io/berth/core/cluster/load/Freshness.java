package io.berth.core.cluster.load;

import io.berth.core.time.Nanos;

/** How much a measurement is worth at the moment of a pass, by its age alone. */
public enum Freshness {
    /** It says what the node does. Koordinator's {@code nodeMetricExpirationSeconds}: 180 s. */
    FRESH(180 * Nanos.SECOND),
    /** It says what the node did. Volcano's usage plugin ignores what is older than five minutes. */
    DECAYED(300 * Nanos.SECOND),
    /** It says nothing: the node is known by what its tasks ask for, as one that nobody measures. */
    BLIND(Nanos.NEVER);

    private final long untilNanos;

    Freshness(long untilNanos) {
        this.untilNanos = untilNanos;
    }

    /** What a measurement of that age is worth. */
    public static Freshness of(long ageNanos) {
        if (ageNanos < FRESH.untilNanos) {
            return FRESH;
        }
        return ageNanos < DECAYED.untilNanos ? DECAYED : BLIND;
    }

    /** The age from which on it is worth less; {@link Nanos#NEVER} for the last. */
    public long untilNanos() {
        return untilNanos;
    }
}
