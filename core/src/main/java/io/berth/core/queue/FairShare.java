package io.berth.core.queue;

/**
 * By what it is decided which queue goes first.
 *
 * @param kind what is compared
 * @param halfLifeNanos after which use counts half, where what was used counts
 */
public record FairShare(Kind kind, long halfLifeNanos) {
    /** What is compared. */
    public enum Kind {
        /** Nothing: all jobs stand in one order, whatever queue they are in. */
        NONE,
        /** What the queues hold: the one with the least dominant share by its weight goes first. */
        DRF,
        /** What they held over time, the further back the less. */
        USAGE
    }

    /** After so long use counts half where nobody says otherwise: a week, as Slurm's default PriorityDecayHalfLife. */
    public static final long WEEK_NANOS = 7L * 24 * 3600 * 1_000_000_000L;

    /** Queues are names. */
    public static final FairShare NONE = new FairShare(Kind.NONE, WEEK_NANOS);

    public FairShare {
        if (halfLifeNanos < 1) {
            throw new IllegalArgumentException("The half-life (" + halfLifeNanos + " ns) must be above 0.");
        }
    }

    /** By what they hold. */
    public static FairShare drf() {
        return new FairShare(Kind.DRF, WEEK_NANOS);
    }

    /** True where queues take turns. */
    public boolean any() {
        return kind != Kind.NONE;
    }
}
