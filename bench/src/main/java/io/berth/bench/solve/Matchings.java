package io.berth.bench.solve;

import com.google.ortools.graph.LinearSumAssignment;
import io.berth.bench.Argument;
import io.berth.optimize.exact.NativeLibrary;
import io.berth.optimize.matching.CostMatrix;
import io.berth.optimize.matching.Hungarian;
import io.berth.optimize.matching.Matching;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * The Hungarian method beside OR-Tools' linear assignment in one run: the median time of some solves of square matrices of several
 * kinds, with and without the building of OR-Tools' graph. Checks the proof of each matching and that both cost the same.
 *
 * <p>Arguments: rows (1000), solves of each (9).
 */
public final class Matchings {
    /** OR-Tools may take half of our time at least. */
    private static final double BAR = 2;

    private static final int WARM_UP = 3;

    /** What the costs are like. */
    enum Kind {
        /** Any of a million. */
        WIDE,
        /** Any of a hundred, so that many are equal. */
        NARROW,
        /** The distance of two points. */
        PLANE,
        /** Row times column (Machol and Wien 1976): hard for searches of shortest paths. */
        PRODUCT;

        long cost(int row, int column, double[] places, SplittableRandom random) {
            return switch (this) {
                case WIDE -> random.nextInt(1_000_000);
                case NARROW -> 1 + random.nextInt(100);
                case PLANE ->
                    Math.round(1e4
                            * Math.hypot(
                                    places[2 * row] - places[2 * column + 1],
                                    places[2 * row + 1] - places[2 * column]));
                case PRODUCT -> (row + 1L) * (column + 1L);
            };
        }
    }

    private Matchings() {}

    public static void main(String[] arguments) {
        int rows = Argument.number(arguments, 0, 1_000);
        int solves = Argument.number(arguments, 1, 9);
        NativeLibrary.load();
        System.out.printf("%-8s %12s %12s %16s %6s%n", "kind", "ours_ms", "theirs_ms", "with_graph_ms", "ratio");
        boolean kept = true;
        for (Kind kind : Kind.values()) {
            kept &= compare(kind, rows, solves);
        }
        System.out.printf("ours at most %.0f times theirs: %s%n", BAR, kept);
        System.exit(kept ? 0 : 1);
    }

    private static boolean compare(Kind kind, int rows, int solves) {
        CostMatrix matrix = matrix(kind, rows, new SplittableRandom(7));
        long[] ours = new long[solves];
        long[] theirs = new long[solves];
        long[] withGraph = new long[solves];
        for (int solve = -WARM_UP; solve < solves; solve++) {
            int at = Math.max(0, solve);
            long begin = System.nanoTime();
            Matching matching = Objects.requireNonNull(Hungarian.solve(matrix));
            ours[at] = System.nanoTime() - begin;
            matching.check(matrix);
            begin = System.nanoTime();
            LinearSumAssignment graph = graph(matrix);
            LongSupplier spent = since(begin);
            begin = System.nanoTime();
            graph.solve();
            theirs[at] = System.nanoTime() - begin;
            withGraph[at] = spent.getAsLong();
            if (graph.getOptimalCost() != matching.cost()) {
                throw new IllegalStateException("Costs differ: " + matching.cost() + " and " + graph.getOptimalCost());
            }
            graph.delete();
        }
        double ratio = median(ours) / median(theirs);
        System.out.printf(
                Locale.ROOT,
                "%-8s %12.1f %12.1f %16.1f %6.2f%n",
                kind.name().toLowerCase(Locale.ROOT),
                median(ours) / 1e6,
                median(theirs) / 1e6,
                median(withGraph) / 1e6,
                ratio);
        return ratio <= BAR;
    }

    private static LongSupplier since(long begin) {
        return () -> System.nanoTime() - begin;
    }

    private static double median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return (double) sorted[sorted.length / 2];
    }

    private static CostMatrix matrix(Kind kind, int rows, SplittableRandom random) {
        double[] places = random.doubles(2L * rows).toArray();
        long[] costs = new long[rows * rows];
        for (int at = 0; at < costs.length; at++) {
            costs[at] = kind.cost(at / rows, at % rows, places, random);
        }
        return new CostMatrix(rows, rows, costs);
    }

    private static LinearSumAssignment graph(CostMatrix matrix) {
        LinearSumAssignment graph = new LinearSumAssignment();
        for (int row = 0; row < matrix.rows(); row++) {
            for (int column = 0; column < matrix.columns(); column++) {
                graph.addArcWithCost(row, column, matrix.cost(row, column));
            }
        }
        return graph;
    }
}
