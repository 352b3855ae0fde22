package io.berth.sim.comparison;

/**
 * By how much a figure differs from the baseline's on the same jobs, in the mean over pairs.
 *
 * @param mean the figure minus the baseline's
 * @param low lower end of the 95 % percentile interval of the mean
 * @param high upper end
 * @param p how likely a difference at least as far from zero is by chance alone, two-sided
 * @param pairs how many pairs there are
 * @param block how many consecutive pairs were drawn together; 1 where they are independent
 */
public record Difference(double mean, double low, double high, double p, int pairs, int block, Verdict verdict) {
    /** How many blocks the pairs make. */
    public int blocks() {
        return (pairs + block - 1) / block;
    }
}
