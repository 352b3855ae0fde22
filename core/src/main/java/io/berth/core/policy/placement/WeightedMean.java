package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import java.util.Arrays;
import java.util.List;

/**
 * The node with the best weighted mean of several scores.
 *
 * <p>Goals: those of the policies combined, each as far as its weight says. Constraints: none beyond fit.
 *
 * <p>Algorithm: each score, cut off at the ends of its scale, is put on one from 0 to 100,000; weights become whole parts per
 * million of their sum, at least 1; score = Σ parts · score, all in whole numbers, so that equal nodes stay equal. With fgd
 * 0.7 and least-allocated 0.3, a node of scores 62 of 100 and 2500 of 10,000 gets 700,000·62,000 + 300,000·25,000 =
 * 50,900,000,000; one of 50 and 9000 gets 62,000,000,000 and the task.
 *
 * <p>Source: the additive value function of Keeney and Raiffa, Decisions with Multiple Objectives, 1976; weighted score
 * plugins as in kube-scheduler.
 */
public final class WeightedMean implements Scorer {
    private static final long SCALE = 100_000;
    private static final long PARTS = 1_000_000;

    private final Scored[] policies;
    private final long[] parts;

    /** @param weights of the policies, above 0, as many */
    public WeightedMean(List<Scored> policies, List<Double> weights) {
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        this.policies = policies.toArray(Scored[]::new);
        this.parts = weights.stream()
                .mapToLong(weight -> StrictMath.max(1, StrictMath.round(weight / sum * PARTS)))
                .toArray();
    }

    /** The best score that there may be. */
    public long highest() {
        return Arrays.stream(parts).sum() * SCALE;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        long sum = 0;
        for (int i = 0; i < policies.length; i++) {
            sum += parts[i] * (policies[i].onScale(nodes, node, shape) * SCALE / policies[i].highest());
        }
        return sum;
    }

    @Override
    public List<String> domainKeys() {
        return Scored.domainKeys(policies);
    }
}
