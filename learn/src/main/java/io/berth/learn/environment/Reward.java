package io.berth.learn.environment;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What an episode is worth: the weighted sum of how well its goals were met.
 *
 * @param weights above 0; only ratios matter to what is best, but their size scales the gradients
 */
public record Reward(SortedMap<Goal, Double> weights) {
    /** What the published experiments on queues reward: minus the mean bounded slowdown. */
    public static final Reward BOUNDED_SLOWDOWN = of(Goal.BOUNDED_SLOWDOWN);

    /** @throws IllegalArgumentException where there is no goal or a weight is not a number above 0 */
    public Reward {
        if (weights.isEmpty()) {
            throw new IllegalArgumentException("A reward needs at least one goal.");
        }
        weights.forEach((goal, weight) -> {
            if (!(weight > 0 && Double.isFinite(weight))) {
                throw new IllegalArgumentException(
                        "The weight (" + weight + ") of (" + goal.key() + ") must be a number above 0.");
            }
        });
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
    }

    /** One goal. */
    public static Reward of(Goal goal) {
        return of(new EnumMap<>(Map.of(goal, 1.0)));
    }

    /** Goals and their weights. */
    public static Reward of(Map<Goal, Double> weights) {
        return new Reward(new TreeMap<>(weights));
    }

    /** The figure that says most about it: that of its goal, or the mean bounded slowdown where it has several. */
    public String figure() {
        return (weights.size() == 1 ? weights.firstKey() : Goal.BOUNDED_SLOWDOWN).figure();
    }

    /** The reward for {@code figures}. */
    public double of(Figures figures) {
        return of(goal -> figures.get(goal.figure()));
    }

    /** The reward for the figures that {@code figure} tells of each goal. */
    public double of(ToDoubleFunction<Goal> figure) {
        double sum = 0;
        for (Map.Entry<Goal, Double> term : weights.entrySet()) {
            Goal goal = term.getKey();
            sum += term.getValue() * goal.sign() * figure.applyAsDouble(goal);
        }
        return sum;
    }

    /** What it is, for documentation. */
    public String formula() {
        return weights.entrySet().stream()
                .map(term -> (term.getValue() == 1 ? "" : term.getValue() + " × ")
                        + (term.getKey().sign() < 0 ? "−" : "")
                        + term.getKey().figure())
                .collect(Collectors.joining(" + "));
    }
}
