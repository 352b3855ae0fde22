package io.berth.core.cluster.load;

import io.berth.core.time.Nanos;

/** Over how long the samples of a load were taken; the order is a part of the journal's format. */
public enum Span {
    FIVE_MINUTES(5),
    TEN_MINUTES(10),
    THIRTY_MINUTES(30);

    /** How many there are. */
    public static final int COUNT = values().length;

    private final int minutes;

    Span(int minutes) {
        this.minutes = minutes;
    }

    public long nanos() {
        return minutes * 60 * Nanos.SECOND;
    }

    /** How many minutes. */
    public int minutes() {
        return minutes;
    }

    /**
     * The span of so many minutes.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static Span of(long minutes) {
        for (Span span : values()) {
            if (span.minutes == minutes) {
                return span;
            }
        }
        throw new IllegalArgumentException("The span of a load must be 5, 10 or 30 minutes, not (" + minutes + ").");
    }
}
