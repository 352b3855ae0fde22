package io.berth.core.queueing;

/** Mean and variance of times as they come (Welford 1962); the last ones count more where it forgets. */
public final class Moments {
    private final double most;
    private double weight;
    private double mean;
    private double squares;

    /** Moments of all times. */
    public Moments() {
        this(Double.POSITIVE_INFINITY);
    }

    /** Moments in which about the last {@code most} times count. */
    public Moments(double most) {
        this.most = most;
    }

    /** One more time. */
    public void add(double time) {
        double kept = StrictMath.min(weight, most - 1);
        squares = weight == 0 ? 0 : squares * kept / weight;
        weight = kept + 1;
        double off = time - mean;
        mean += off / weight;
        squares += off * (time - mean);
    }

    /** How many times count. */
    public double count() {
        return weight;
    }

    /** Their mean; 0 for none. */
    public double mean() {
        return mean;
    }

    /** Their variance over the square of their mean; 1, as of exponential times, where there are too few to say. */
    public double variation() {
        return weight < 2 || mean == 0 ? 1 : squares / (weight - 1) / (mean * mean);
    }
}
