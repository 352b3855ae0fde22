package io.berth.sim.adaptive;

import java.util.Arrays;

/**
 * How much worse than with hindsight it was to decide as was decided, over several periods: the cost of what was done beside those of each
 * strategy that could have been in force, logarithms of the objective, each period counting the same.
 */
public final class Regret {
    private final double[] fixed;
    private double done;
    private double best;
    private int periods;

    /** @param strategies how many could have been in force */
    Regret(int strategies) {
        fixed = new double[strategies];
    }

    /** A period in which what was done cost {@code own}, and each strategy would have cost {@code of}. */
    void add(double own, double[] of) {
        done += own;
        double least = Double.POSITIVE_INFINITY;
        for (int place = 0; place < fixed.length; place++) {
            fixed[place] += of[place];
            least = StrictMath.min(least, of[place]);
        }
        best += least;
        periods++;
    }

    /** How many periods it is of. */
    public int periods() {
        return periods;
    }

    /** The part by which the objective would have been better under the best of them, the same in all periods; below 0 where none would have done as well; 0 without periods. */
    public double againstFixed() {
        return part(Arrays.stream(fixed).min().orElse(done));
    }

    /** Likewise under the best of each period; never below 0 by more than a change of strategy within a period gains. */
    public double againstBest() {
        return part(best);
    }

    private double part(double other) {
        return periods == 0 ? 0 : 1 - StrictMath.exp((other - done) / periods);
    }
}
