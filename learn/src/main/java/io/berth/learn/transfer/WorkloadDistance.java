package io.berth.learn.transfer;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far two workloads are apart: 0 where they are the same; in each part 1 is a factor of ten, or the whole range of what has one.
 *
 * <p>Traits: Wasserstein-1 distance of the distributions of the logarithms, in powers of ten, from the quantiles (the mean of their
 * differences, by the trapezoid rule). Load and burstiness: the difference of their logarithms, likewise. Rhythm: the difference.
 * Correlation of size and time: half the difference. Orders: half of what Spearman's rank correlation of their slowdowns lacks to 1, as
 * what counts is which order does well.
 *
 * <p>Source: for the distance of distributions on a line by quantiles, Villani: Optimal transport, old and new, 2009, §2.
 *
 * @param total the mean of the parts
 * @param parts by name: the keys of {@link Trait} and {@link Fact}, and {@code orders}
 */
public record WorkloadDistance(double total, SortedMap<String, Double> parts) {
    /** The part that compares how orders do. */
    public static final String ORDERS = "orders";

    private static final double TEN = StrictMath.log(10);

    /** Below this a ratio says nothing. */
    private static final double LEAST = 1e-3;

    public WorkloadDistance {
        parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    }

    /** Between {@code one} and {@code other}; the same the other way round. */
    public static WorkloadDistance between(WorkloadProfile one, WorkloadProfile other) {
        TreeMap<String, Double> parts = new TreeMap<>();
        for (Trait trait : Trait.values()) {
            parts.put(trait.key(), apart(one.quantiles(trait), other.quantiles(trait)));
        }
        for (Fact fact : Fact.values()) {
            double a = one.fact(fact);
            double b = other.fact(fact);
            parts.put(
                    fact.key(),
                    switch (fact) {
                        case LOAD, BURSTINESS -> Math.abs(logarithm(a) - logarithm(b)) / TEN;
                        case RHYTHM -> Math.abs(a - b);
                        case SIZE_TIME -> Math.abs(a - b) / 2;
                    });
        }
        parts.put(ORDERS, orders(one.orders(), other.orders()));
        double sum = 0;
        for (double part : parts.values()) {
            sum += part;
        }
        return new WorkloadDistance(sum / parts.size(), parts);
    }

    private static double logarithm(double value) {
        return StrictMath.log(Math.max(value, LEAST));
    }

    private static double apart(List<Double> one, List<Double> other) {
        int last = one.size() - 1;
        double sum = 0;
        for (int i = 0; i <= last; i++) {
            double weight = i == 0 || i == last ? 0.5 : 1;
            sum += weight * Math.abs(one.get(i) - other.get(i));
        }
        return sum / last / TEN;
    }

    /** Of the orders that both have; those of another version may have others. */
    private static double orders(SortedMap<String, Double> one, SortedMap<String, Double> other) {
        if (one.equals(other)) {
            return 0;
        }
        List<String> both = one.keySet().stream().filter(other::containsKey).toList();
        double[] a = both.stream().mapToDouble(one::get).toArray();
        double[] b = both.stream().mapToDouble(other::get).toArray();
        return (1 - Ranks.correlation(a, b)) / 2;
    }
}
