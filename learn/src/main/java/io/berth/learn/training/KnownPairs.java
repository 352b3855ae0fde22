package io.berth.learn.training;

import io.berth.core.model.column.JointColumns;
import io.berth.learn.environment.KnownRule;
import io.berth.learn.environment.Mdp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Known orders with known placements as rules over pairs of job and node: shortest first, first come, least work first and longest wait for its
 * length first, each with best-fit and with the least growth of fragmentation. The order weighs so much more that the placement hardly
 * ever says which job goes.
 */
final class KnownPairs {
    private static final float ORDER = 8;

    private static final List<Map<String, Float>> ORDERS =
            List.of(Map.of("run", -ORDER), Map.of("wait", ORDER), Map.of("area", -ORDER), Map.of("slowdown", ORDER));

    private static final List<Map<String, Float>> PLACES =
            List.of(Map.of("cpu_left", -1f, "gpu_left", -1f), Map.of("fragmentation_after", -2f, "fragmentation", 2f));

    private KnownPairs() {}

    /** Weights of the features of {@code mdp}, with a constant. */
    static List<float[]> rules(Mdp mdp) {
        List<float[]> rules = new ArrayList<>();
        for (Map<String, Float> order : ORDERS) {
            for (Map<String, Float> place : PLACES) {
                TreeMap<String, Float> weights = new TreeMap<>();
                order.forEach((name, weight) -> weights.put(JointColumns.JOB + name, weight));
                place.forEach((name, weight) -> weights.put(JointColumns.NODE + name, weight));
                rules.add(KnownRule.of(mdp, weights));
            }
        }
        return rules;
    }
}
