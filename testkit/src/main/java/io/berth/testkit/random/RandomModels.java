package io.berth.testkit.random;

import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.NodeColumns;
import io.berth.core.model.PlacementModel;
import io.berth.core.time.Chance;
import java.util.TreeMap;

/** Models that learnt nothing. */
public final class RandomModels {
    private RandomModels() {}

    /** A placement of two hidden layers whose weights {@code seed} draws, for nodes of up to 16 CPUs, 64 GiB and 4 GPUs. */
    public static PlacementModel placement(long seed) {
        LayerSizes shape = LayerSizes.relu(NodeColumns.COUNT, 16, 8, 1);
        Chance chance = new Chance(seed, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new PlacementModel(new LargestNode(16_000, 64L << 30, 4_000), shape, weights, new TreeMap<>());
    }
}
