package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.workload.Demand;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What a thousandth of a GPU of each model is worth to the jobs to come that nothing else will do for: dual prices of a
 * transportation problem.
 *
 * <p>The mix, grouped by the models that will do, is to fill all that is free. Each group spreads over its models in proportion to
 * weight × free; weights are scaled in turn until what comes to each model is what is free there (Sinkhorn 1967; it is the
 * transportation problem with an entropy term, whose multipliers are the logarithms of the weights: Wilson 1969). Where tasks of
 * one model only ask for all of it, its weight goes to 0: whoever could go elsewhere should. The price is 1 − weight, the
 * largest weight being 1.
 */
final class ModelPrices {
    /** What a price of 1 costs against a thousandth lost: tried were 0.1, 0.3, 1 and 3, all within 0.3 points of each other. */
    private static final double STRENGTH = 0.3;

    private static final int ROUNDS = 60;
    private static final double LEAST_WEIGHT = 1e-6;

    private ModelPrices() {}

    /** By model, thousandths lost per thousandth taken; 0 to {@value #STRENGTH}. */
    static double[] of(List<ShapeCount> mix, NodeTable nodes) {
        double[] free = new double[nodes.models()];
        double all = 0;
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.model(node) >= 0 && nodes.usable(node)) {
                free[nodes.model(node)] += nodes.totalFreeMilli(node);
                all += nodes.totalFreeMilli(node);
            }
        }
        double[] weights = new double[free.length];
        Arrays.fill(weights, 1);
        TreeMap<BigInteger, Double> groups = groups(mix, nodes, all);
        for (int round = 0; round < ROUNDS; round++) {
            scale(weights, free, spread(groups, weights, free));
        }
        double[] prices = new double[free.length];
        for (int model = 0; model < prices.length; model++) {
            prices[model] = STRENGTH * (1 - weights[model]);
        }
        return prices;
    }

    /** What each set of models is asked for, by the bits of the set, together {@code all}. */
    private static TreeMap<BigInteger, Double> groups(List<ShapeCount> mix, NodeTable nodes, double all) {
        TreeMap<BigInteger, Double> groups = new TreeMap<>();
        double sum = 0;
        for (ShapeCount entry : mix) {
            Demand demand = entry.shape().demand();
            double milli = (double) entry.count() * demand.totalGpuMilli();
            BigInteger bits = BigInteger.ZERO;
            for (int model = 0; model < nodes.models(); model++) {
                bits = nodes.accepts(entry.shape(), model) ? bits.setBit(model) : bits;
            }
            if (milli > 0 && bits.signum() != 0) {
                groups.merge(bits, milli, Double::sum);
                sum += milli;
            }
        }
        double scale = sum > 0 ? all / sum : 0;
        groups.replaceAll((_, milli) -> milli * scale);
        return groups;
    }

    private static double[] spread(TreeMap<BigInteger, Double> groups, double[] weights, double[] free) {
        double[] comes = new double[free.length];
        groups.forEach((bits, milli) -> {
            double sum = 0;
            for (int model = 0; model < free.length; model++) {
                sum += bits.testBit(model) ? weights[model] * free[model] : 0;
            }
            for (int model = 0; sum > 0 && model < free.length; model++) {
                if (bits.testBit(model)) {
                    comes[model] += milli * weights[model] * free[model] / sum;
                }
            }
        });
        return comes;
    }

    private static void scale(double[] weights, double[] free, double[] comes) {
        double largest = 0;
        for (int model = 0; model < weights.length; model++) {
            if (comes[model] > 0) {
                weights[model] = StrictMath.max(LEAST_WEIGHT, weights[model] * free[model] / comes[model]);
            }
            largest = StrictMath.max(largest, weights[model]);
        }
        for (int model = 0; model < weights.length && largest > 0; model++) {
            weights[model] /= largest;
        }
    }
}
