package io.berth.core.series;

/**
 * Tells when a series is no more what its forecasts were made for: sums of errors (CUSUM; Page 1954) upwards, downwards, and of their size. Errors come as multiples
 * of their mean distance.
 */
public final class Drift {
    /** In which way a series left its forecasts. */
    public enum Change {
        /** It did not. */
        NONE,
        /** It is above them. */
        HIGHER,
        /** It is below them. */
        LOWER,
        /** It is farther from them. */
        WILDER
    }

    /** So much of an error is chance: half of a shift by one and a half, which is to be seen. */
    private static final double SLACK = 0.75;

    private static final double ALARM = 12;

    /** One error alone is an outlier. */
    private static final double MOST = 4;

    private double up;
    private double down;
    private double wild;

    /** Takes one error; a change is told once, and what comes after it counts anew. */
    public Change observe(double error) {
        double some = StrictMath.max(-MOST, StrictMath.min(MOST, error));
        up = StrictMath.max(0, up + some - SLACK);
        down = StrictMath.max(0, down - some - SLACK);
        wild = StrictMath.max(0, wild + StrictMath.abs(some) - 1 - SLACK);
        Change change = Change.NONE;
        if (up > ALARM) {
            change = Change.HIGHER;
        } else if (down > ALARM) {
            change = Change.LOWER;
        } else if (wild > ALARM) {
            change = Change.WILDER;
        }
        if (change != Change.NONE) {
            up = 0;
            down = 0;
            wild = 0;
        }
        return change;
    }
}
