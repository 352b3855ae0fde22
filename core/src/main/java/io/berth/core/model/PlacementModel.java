package io.berth.core.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A learnt placement with its meaning: a perceptron that scores each node where a task fits by itself; the task goes to the one with the
 * highest score.
 *
 * @param largest what its columns are shares of: of the cluster that it was learnt on
 * @param shape of the perceptron: from {@link NodeColumns} to one score
 * @param parameters of the perceptron; finite
 * @param lineage where it comes from; values of one line
 */
public record PlacementModel(
        LargestNode largest, LayerSizes shape, float[] parameters, SortedMap<String, String> lineage)
        implements LearntModel {
    static final String DECIDES = "placement";

    /** @throws IllegalArgumentException where the parts do not fit together, or a parameter is not finite */
    public PlacementModel {
        parameters = parameters.clone();
        lineage = Collections.unmodifiableSortedMap(new TreeMap<>(lineage));
        if (shape.inputs() != NodeColumns.COUNT || shape.outputs() != 1) {
            throw new IllegalArgumentException("A learnt placement scores a node by " + NodeColumns.COUNT
                    + " columns: layers must be " + NodeColumns.COUNT + "-…-1, not " + shape + ".");
        }
        shape.check(parameters);
    }

    @Override
    public float[] parameters() {
        return parameters.clone();
    }

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String columnsKey() {
        return NodeColumns.KEY;
    }

    @Override
    public List<Feature> features() {
        return NodeColumns.FEATURES;
    }
}
