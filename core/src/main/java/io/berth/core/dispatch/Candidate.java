package io.berth.core.dispatch;

/**
 * What a balancer sees of one server that a request could go to, at one moment. Filled again and again by {@link Balancer#explain}, so
 * that nothing is allocated for it.
 */
public final class Candidate {
    /** In place of a time that nobody predicts. */
    public static final double UNKNOWN = Double.NaN;

    private Measure measure = Measure.REQUESTS;
    private double cost;
    private double expectedNanos = UNKNOWN;
    private int heldBlocks;

    /** What a balancer compares servers by. */
    public enum Measure {
        /** Requests that are there. */
        REQUESTS,
        /** How long the server needs for what is there, or would for one more, whatever that one is; in nanoseconds. */
        LOAD,
        /** What this request is predicted to cost there, to itself or to all of them; in nanoseconds. */
        COST
    }

    /** It is compared by {@code value} in {@code by}, the least first; nothing else is known of it. */
    public void set(Measure by, double value) {
        measure = by;
        cost = value;
        expectedNanos = UNKNOWN;
        heldBlocks = 0;
    }

    /**
     * What is predicted beside that.
     *
     * @param nanos until the answer is there
     * @param blocks of the prompt that the server is taken to have read
     */
    public void predict(double nanos, int blocks) {
        expectedNanos = nanos;
        heldBlocks = blocks;
    }

    /** What servers are compared by. */
    public Measure measure() {
        return measure;
    }

    /** In the measure. */
    public double cost() {
        return cost;
    }

    /** Until the answer is there; {@link #UNKNOWN} where nobody predicts it. */
    public double expectedNanos() {
        return expectedNanos;
    }

    /** Of the prompt, that the server is taken to have read. */
    public int heldBlocks() {
        return heldBlocks;
    }
}
