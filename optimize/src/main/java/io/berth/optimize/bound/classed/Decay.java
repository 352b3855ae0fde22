package io.berth.optimize.bound.classed;

/** The exponential function for negative arguments, of additions and multiplications only: the same on every machine, and fast. */
public final class Decay {
    private static final double LOG2_E = 1.4426950408889634;
    private static final double LN_2 = 0.6931471805599453;
    /** Added and subtracted, it rounds to a whole number: 1.5 * 2^52. */
    private static final double ROUNDER = 6755399441055744.0;

    private Decay() {}

    /**
     * e to the power of {@code -x} for x from 0 to 700, within a relative error of 1e-8: a power of two and the Taylor series of what
     * is left.
     */
    public static double of(double x) {
        double halvings = (x * LOG2_E + ROUNDER) - ROUNDER;
        double rest = halvings * LN_2 - x;
        double high = 1.0 / 120 + rest * (1.0 / 720 + rest / 5040);
        double low = 0.5 + rest * (1.0 / 6 + rest * (1.0 / 24 + rest * high));
        return (1 + rest * (1 + rest * low)) * Double.longBitsToDouble((1023 - (long) halvings) << 52);
    }
}
