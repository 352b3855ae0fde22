package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import java.math.BigInteger;

/** Sums of whole numbers below 2<sup>53</sup>, held in two parts so that 2<sup>31</sup> of them do not overflow. */
final class ExactSum {
    private static final int LOW_BITS = 26;

    private long high;
    private long low;

    private void add(double whole) {
        long value = (long) whole;
        high += value >> LOW_BITS;
        low += value & ((1L << LOW_BITS) - 1);
    }

    BigInteger total() {
        return BigInteger.valueOf(high).shiftLeft(LOW_BITS).add(BigInteger.valueOf(low));
    }

    /** What tasks {@code from} to before {@code to} of a dense problem pay at least. */
    static ExactSum of(DenseProblem problem, double[] prices, double unit, int from, int to) {
        ExactSum sum = new ExactSum();
        DenseRow row = new DenseRow(problem);
        double[] priced = row.priced();
        for (int task = from; task < to; task++) {
            row.price(task, prices, unit);
            double least = Double.POSITIVE_INFINITY;
            for (double price : priced) {
                least = price < least ? price : least;
            }
            sum.add(least);
        }
        return sum;
    }

    /** The same of a classed one. */
    static ExactSum of(ClassedProblem problem, ClassMinima minima, int from, int to) {
        ExactSum sum = new ExactSum();
        for (int task = from; task < to; task++) {
            sum.add(minima.least(task));
        }
        return sum;
    }
}
