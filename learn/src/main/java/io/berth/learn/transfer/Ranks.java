package io.berth.learn.transfer;

import java.util.Arrays;
import java.util.Comparator;

/** Spearman's rank correlation. */
final class Ranks {
    private Ranks() {}

    /** From -1 to 1; 0 where either is the same throughout. */
    static double correlation(double[] first, double[] second) {
        double[] a = of(first);
        double[] b = of(second);
        double middle = (a.length - 1) / 2.0;
        double product = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int i = 0; i < a.length; i++) {
            product += (a[i] - middle) * (b[i] - middle);
            squaresA += (a[i] - middle) * (a[i] - middle);
            squaresB += (b[i] - middle) * (b[i] - middle);
        }
        double both = StrictMath.sqrt(squaresA * squaresB);
        return both == 0 ? 0 : product / both;
    }

    /** Ranks from 0; equal values share the mean of theirs. */
    private static double[] of(double[] values) {
        Integer[] places = new Integer[values.length];
        Arrays.setAll(places, place -> place);
        Arrays.sort(places, Comparator.comparingDouble(place -> values[place]));
        double[] ranks = new double[values.length];
        int from = 0;
        while (from < values.length) {
            int to = from + 1;
            while (to < values.length && values[places[to]] == values[places[from]]) {
                to++;
            }
            for (int place = from; place < to; place++) {
                ranks[places[place]] = (from + to - 1) / 2.0;
            }
            from = to;
        }
        return ranks;
    }
}
