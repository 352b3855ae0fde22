package io.berth.gateway.record;

/** Count, mean and variance of values of which the old ones count less: after {@code overNanos} the e-th part. Of one thread at a time. */
final class Fading {
    private final double overNanos;
    private double weight;
    private double sum;
    private double squares;
    private long lastNanos;

    Fading(long overNanos) {
        this.overNanos = (double) overNanos;
    }

    /** {@code value} counts {@code times}. */
    void add(double value, double times, long nowNanos) {
        fade(nowNanos);
        weight += times;
        sum += times * value;
        squares += times * value * value;
    }

    /** How much there is, by what it counts now. */
    double weight(long nowNanos) {
        fade(nowNanos);
        return weight;
    }

    /** NaN where there is nothing. */
    double mean() {
        return weight == 0 ? Double.NaN : sum / weight;
    }

    /** Of the population; NaN where there is nothing. */
    double variance() {
        double mean = mean();
        return weight == 0 ? Double.NaN : Math.max(0, squares / weight - mean * mean);
    }

    private void fade(long nowNanos) {
        // Threads may look at the clock in another order than they come here in.
        double kept = weight == 0 ? 1 : Math.exp(Math.min(0, lastNanos - nowNanos) / overNanos);
        weight *= kept;
        sum *= kept;
        squares *= kept;
        lastNanos = weight == 0 ? nowNanos : Math.max(lastNanos, nowNanos);
    }
}
