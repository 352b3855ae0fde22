package io.berth.core.model;

import io.berth.core.model.column.Feature;
import io.berth.core.model.column.NodeColumns;
import java.util.List;

/**
 * A learnt placement with its meaning: a perceptron that scores each node where a task fits by itself; the task goes to the one with the
 * highest score.
 *
 * @param largest what its columns are shares of: of the cluster that it was learnt on
 * @param network from {@link NodeColumns} to one score
 */
public record PlacementModel(LargestNode largest, LearntNetwork<LayerSizes> network) implements LearntModel {
    static final String DECIDES = "placement";

    /** @throws IllegalArgumentException where the parts do not fit together */
    public PlacementModel {
        network.check("A learnt placement scores a node", NodeColumns.COUNT);
    }

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String key() {
        return "place";
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
