package io.berth.core.dispatch.predict;

import java.util.Arrays;

/**
 * What a server takes for a unit of work, for each other request that is there meanwhile, and for a byte of a prompt, learnt from answers
 * that did not wait: an engine makes tokens for all its requests in one step, which is the longer the more they are, and reads prompts
 * in between. Least squares over the latest answers, each by its share of itself, none of the three below 0; before there are many,
 * what was held true before weighs as so many answers.
 */
final class Rates {
    /** Over so many answers. */
    private static final double MANY = 300;
    /** As so many count those of before. */
    private static final double BEFORE = 3;

    /** Before so many they say nothing. */
    private static final double FEW = 2.5;

    /** An answer that took this many times more or less than expected is one that took so much. */
    private static final double MOST = 3;

    private static final int FEATURES = 3;
    /** After so many answers, one changes little: then rates are made anew for every eighth. */
    private static final double SETTLED = 60;

    private static final int SELDOM = 8;

    private final double[][] products = new double[FEATURES][FEATURES];
    private final double[] sums = new double[FEATURES];
    private final double[] rates = new double[FEATURES];
    private final double[] before = new double[FEATURES];
    private double answers;
    /** Answers that are not in the rates yet. */
    private int unsolved;

    /** Nanoseconds for a unit of work of one alone. */
    double work() {
        return rates[0];
    }

    /** What each other request adds to that. */
    double other() {
        return rates[1];
    }

    /** Nanoseconds for a byte. */
    double read() {
        return rates[2];
    }

    /** Whether there were enough answers to go by. */
    boolean known() {
        return answers > FEW;
    }

    /** How long an answer takes that does not wait. */
    double nanos(double work, double others, double bytes) {
        return rates[0] * work + rates[1] * work * others + rates[2] * bytes;
    }

    /** What a unit of work and a byte take as far as is known otherwise. */
    void before(double unit, double perByte) {
        before[0] = unit;
        before[2] = perByte;
    }

    /**
     * An answer that did not wait took {@code nanos}.
     *
     * @param others how many were there beside it
     * @param bytes that it and those before it had to have read
     */
    void answered(double nanos, double work, double others, double bytes) {
        double expected = nanos(work, others, bytes);
        // Where all that is known came out as nothing, no answer is longer than expected.
        boolean bounded = known() && expected > 0 && Double.isFinite(expected);
        double took = StrictMath.max(1, bounded ? StrictMath.clamp(nanos, expected / MOST, expected * MOST) : nanos);
        double[] seen = {work / took, work * others / took, bytes / took};
        double keep = 1 - 1 / MANY;
        answers = keep * answers + 1;
        for (int row = 0; row < FEATURES; row++) {
            for (int column = 0; column < FEATURES; column++) {
                products[row][column] = keep * products[row][column] + seen[row] * seen[column];
            }
            sums[row] = keep * sums[row] + seen[row];
        }
        if (answers > SETTLED && ++unsolved < SELDOM) {
            return;
        }
        unsolved = 0;
        solve();
        for (double rate : rates) {
            if (!Double.isFinite(rate)) {
                forget();
                return;
            }
        }
    }

    /** Nothing is known any more: what was seen cannot be told apart by numbers of this size. */
    private void forget() {
        for (double[] row : products) {
            Arrays.fill(row, 0);
        }
        Arrays.fill(sums, 0);
        Arrays.fill(rates, 0);
        answers = 0;
    }

    /** Least squares without those that come out below 0, which are 0. */
    private void solve() {
        boolean[] out = new boolean[FEATURES];
        boolean again = true;
        while (again) {
            again = false;
            double[] found = solve(out);
            for (int at = 0; at < FEATURES; at++) {
                boolean below = !out[at] && found[at] < 0;
                out[at] |= below;
                again |= below;
                rates[at] = out[at] ? 0 : found[at];
            }
        }
    }

    private double[] solve(boolean[] out) {
        double[][] left = new double[FEATURES][FEATURES];
        double[] right = new double[FEATURES];
        for (int row = 0; row < FEATURES; row++) {
            double held = products[row][row] * BEFORE / answers + Double.MIN_NORMAL;
            for (int column = 0; column < FEATURES; column++) {
                left[row][column] = out[row] || out[column] ? 0 : products[row][column];
            }
            left[row][row] = out[row] ? 1 : products[row][row] + held;
            right[row] = out[row] ? 0 : sums[row] + held * before[row];
        }
        return eliminated(left, right);
    }

    /** Gauss; the matrix is positive definite. */
    private static double[] eliminated(double[][] left, double[] right) {
        for (int pivot = 0; pivot < FEATURES; pivot++) {
            for (int row = pivot + 1; row < FEATURES; row++) {
                double factor = left[row][pivot] / left[pivot][pivot];
                for (int column = pivot; column < FEATURES; column++) {
                    left[row][column] -= factor * left[pivot][column];
                }
                right[row] -= factor * right[pivot];
            }
        }
        for (int row = FEATURES - 1; row >= 0; row--) {
            for (int column = row + 1; column < FEATURES; column++) {
                right[row] -= left[row][column] * right[column];
            }
            right[row] /= left[row][row];
        }
        return right;
    }
}
