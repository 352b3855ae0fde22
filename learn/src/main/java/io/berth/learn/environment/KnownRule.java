package io.berth.learn.environment;

import io.berth.core.model.column.Feature;
import java.util.List;
import java.util.Map;

/** Rules that people know, in the form in which they are tuned. */
public final class KnownRule {
    private KnownRule() {}

    /**
     * A weight for each feature of a row, and a constant.
     *
     * @param weights by the name of the feature; 0 for all others
     * @throws IllegalArgumentException where there is no such feature
     */
    public static float[] of(Mdp mdp, Map<String, Float> weights) {
        List<String> features =
                mdp.observation().features().stream().map(Feature::name).toList();
        float[] rule = new float[features.size() + 1];
        weights.forEach((name, weight) -> {
            int place = features.indexOf(name);
            if (place < 0) {
                throw new IllegalArgumentException("(" + name + ") is none of " + features + ".");
            }
            rule[place] = weight;
        });
        return rule;
    }
}
