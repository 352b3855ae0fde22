package io.berth.core.cluster.load;

import java.util.Locale;

/** What is said of the samples of a span; the order is a part of the journal's format. */
public enum Statistic {
    AVG,
    P50,
    P90,
    P95,
    P99;

    /** How many there are. */
    public static final int COUNT = values().length;

    /** As people write it: {@code avg}, {@code p95}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What {@code text} says.
     *
     * @throws IllegalArgumentException where it is none of these
     */
    public static Statistic of(String text) {
        for (Statistic statistic : values()) {
            if (statistic.text().equals(text)) {
                return statistic;
            }
        }
        throw new IllegalArgumentException(
                "The statistic of a load must be avg, p50, p90, p95 or p99, not (" + text + ").");
    }
}
