package io.berth.core.model;

import io.berth.core.model.column.Feature;
import io.berth.core.model.column.ServerColumns;
import java.util.List;

/**
 * A learnt balancer with its meaning: a perceptron that scores each server that takes a request by itself; the request goes to the one
 * with the highest score.
 *
 * @param largest what its columns are shares of: of the fleet that it was learnt on
 * @param network from {@link ServerColumns} to one score
 */
public record BalancerModel(LargestServer largest, LearntNetwork<LayerSizes> network) implements LearntModel {
    static final String DECIDES = "balance";

    /** @throws IllegalArgumentException where the parts do not fit together */
    public BalancerModel {
        network.check("A learnt balancer scores a server", ServerColumns.COUNT);
    }

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String key() {
        return "balance";
    }

    @Override
    public String columnsKey() {
        return ServerColumns.KEY;
    }

    @Override
    public List<Feature> features() {
        return ServerColumns.FEATURES;
    }
}
