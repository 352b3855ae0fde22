package io.berth.learn.environment;

import io.berth.core.model.column.Feature;
import java.util.List;

/**
 * A state as an agent sees it: rows of features, such as the jobs of a queue, one after the other.
 *
 * @param rows how many rows; those for which there is nothing hold each feature's padding
 * @param row what a row is, such as {@code waiting job}
 * @param features the columns
 */
public record Observation(int rows, String row, List<Feature> features) {
    /** @throws IllegalArgumentException where there are no rows or no features */
    public Observation {
        features = List.copyOf(features);
        if (rows < 1 || features.isEmpty()) {
            throw new IllegalArgumentException("An observation needs at least one row and one feature.");
        }
    }

    /** How many numbers it is: rows × features. */
    public int size() {
        return rows * features.size();
    }
}
