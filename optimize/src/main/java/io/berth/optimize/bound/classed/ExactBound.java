package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Crew;
import java.math.BigInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What prices of capacities prove, without rounding errors: prices become whole numbers of a unit 2<sup>-shift</sup>, so that what
 * each task pays is a whole number below 2<sup>52</sup>, which doubles hold exactly; sums are exact. The bound is rounded up, since
 * costs are whole numbers. Any prices from 0 give a true bound; rounding only makes it a little lower.
 */
public record ExactBound(Problem problem, Survey survey, Crew crew, BooleanSupplier late) {
    private static final double LARGEST = 0x1p51;
    private static final int FINEST = 40;
    private static final int PIECES = 64;

    /** The greatest whole number that no assignment is below, by exact arithmetic. */
    public long of(double[] prices) {
        double largest = largestUse(prices);
        int shift = FINEST;
        while (shift > 0 && (Problem.LARGEST + largest) * (double) (1L << shift) > LARGEST) {
            shift--;
        }
        double unit = (double) (1L << shift);
        double shrink = Math.min(1, (LARGEST - Problem.LARGEST) / (largest * unit + 1));
        double[] whole = new double[prices.length];
        BigInteger total = BigInteger.ZERO;
        int agents = problem.agents();
        for (int at = 0; at < prices.length; at++) {
            if (survey.typical()[at] > 0) {
                whole[at] = Math.rint(prices[at] * unit * shrink);
                BigInteger capacity = BigInteger.valueOf(problem.capacity(at % agents, at / agents));
                total = total.subtract(capacity.multiply(BigInteger.valueOf((long) whole[at])));
            }
        }
        @Nullable ExactSum[] sums = sums(whole, unit);
        for (ExactSum sum : sums) {
            if (sum == null) {
                return Long.MIN_VALUE;
            }
            total = total.add(sum.total());
        }
        return rounded(total, shift);
    }

    private long rounded(BigInteger total, int shift) {
        BigInteger up = total.negate().shiftRight(shift).negate();
        if (up.compareTo(BigInteger.valueOf(survey.dearest())) > 0) {
            return Long.MAX_VALUE;
        }
        return up.max(BigInteger.valueOf(Long.MIN_VALUE + 1)).longValue();
    }

    /** What a task as large as its agent would pay at most. */
    private double largestUse(double[] prices) {
        double largest = 0;
        int agents = problem.agents();
        for (int agent = 0; agent < agents; agent++) {
            double use = 0;
            for (int resource = 0; resource < problem.resources(); resource++) {
                double size = Math.min(survey.room()[resource * agents + agent], Problem.LARGEST);
                use += prices[resource * agents + agent] * size;
            }
            largest = Math.max(largest, use);
        }
        return largest;
    }

    private @Nullable ExactSum[] sums(double[] whole, double unit) {
        ClassMinima minima = problem instanceof ClassedProblem classed
                ? new ClassMinima(classed, new ClassTable(classed), whole, unit, crew)
                : null;
        @Nullable ExactSum[] sums = new ExactSum[PIECES];
        crew.each(PIECES, piece -> {
            int from = (int) ((long) problem.tasks() * piece / PIECES);
            int to = (int) ((long) problem.tasks() * (piece + 1) / PIECES);
            if (!late.getAsBoolean()) {
                sums[piece] = minima == null
                        ? ExactSum.of((DenseProblem) problem, whole, unit, from, to)
                        : ExactSum.of((ClassedProblem) problem, minima, from, to);
            }
        });
        return sums;
    }
}
