package io.berth.core.dispatch.combination;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;
import java.util.Arrays;
import java.util.List;

/**
 * The server with the highest sum of what several balancers make of it, by weight.
 *
 * <p>Goals: those of the balancers combined, each as far as its weight says. Constraints: open, memory. Algorithm: costs have units
 * of their own, so each balancer's are put on one scale by the candidates there are for this request: 1 for the lowest, 0 for the
 * highest, those between in proportion, 1 for all where all are equal. The sum of weights times that decides, of equal ones the lower number.
 * With weights 0.7 and 0.3, costs of 10, 20, 30 by the first and 4, 2, 2 by the second: 0.7·1 + 0.3·0 = 0.7, 0.7·½ + 0.3·1 = 0.65, 0.3;
 * so server 0. One server that is far worse than all others makes the differences between the others small, for that balancer.
 *
 * <p>Source: the additive value function of Keeney and Raiffa, Decisions with Multiple Objectives, 1976; on the scale of the
 * {@code queue-scorer} of the Gateway API Inference Extension.
 */
public final class WeightedSum extends Several {
    private final Scoring[] parts;
    private final double[] weights;
    private final Candidates candidates = new Candidates();
    private double[] sums = {};

    /** @param weights of {@code parts}, above 0, as many */
    public WeightedSum(List<Scoring> parts, List<Double> weights) {
        super(parts);
        this.parts = parts.toArray(Scoring[]::new);
        this.weights = weights.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int count = candidates.find(request, fleet);
        if (sums.length < count) {
            sums = new double[fleet.size()];
        }
        Arrays.fill(sums, 0, count, 0);
        for (int part = 0; part < parts.length; part++) {
            parts[part].score(request, fleet, candidates, nowNanos);
            add(weights[part], count);
        }
        for (int place = 0; place < count; place++) {
            candidates.cost(place, -sums[place]);
        }
        return candidates.lowest();
    }

    private void add(double weight, int count) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int place = 0; place < count; place++) {
            least = StrictMath.min(least, candidates.cost(place));
            most = StrictMath.max(most, candidates.cost(place));
        }
        for (int place = 0; place < count; place++) {
            sums[place] += weight * (most == least ? 1 : (most - candidates.cost(place)) / (most - least));
        }
    }
}
