package io.berth.sim.workload;

/**
 * A value and how often it is drawn, relative to the others of its list.
 *
 * @param weight finite, not negative
 */
public record Weighted<T>(T value, double weight) {
    public Weighted {
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("The weight (" + weight + ") of (" + value + ") must be 0 or more.");
        }
    }
}
