package io.berth.testkit.random;

import io.berth.core.model.BalancerModel;
import io.berth.core.model.JointModel;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LargestServer;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.NetworkShape;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.SequenceModel;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.JointColumns;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import java.util.Map;
import java.util.TreeMap;

/** Models that learnt nothing. */
public final class RandomModels {
    private RandomModels() {}

    /** A placement of two hidden layers whose weights {@code seed} draws, for nodes of up to 16 CPUs, 64 GiB and 4 GPUs. */
    public static PlacementModel placement(long seed) {
        return new PlacementModel(new LargestNode(16_000, 64L << 30, 4_000), network(NodeColumns.COUNT, seed));
    }

    /** An order and placement together, likewise, of up to 32 jobs and 8 nodes. */
    public static JointModel joint(long seed) {
        return new JointModel(
                new JointModel.View(32, 8),
                new JointModel.Scales(60_000_000_000L, 32_000, new LargestNode(16_000, 64L << 30, 4_000)),
                network(JointColumns.COUNT, seed));
    }

    /** A balancer of two hidden layers, likewise, for servers of up to speed 4, 4 slots and a memory of 64. */
    public static BalancerModel balancer(long seed) {
        return new BalancerModel(new LargestServer(4_000, 4, 64), network(ServerColumns.COUNT, seed));
    }

    /** An order of windows of one block whose weights {@code seed} draws. */
    public static SequenceModel window(long seed) {
        return new SequenceModel(network(new SequenceShape(8, 8, 1), seed));
    }

    /** The way to plan windows called {@code name} with {@code parameters}; the learnt one goes by {@link #window}. */
    public static PolicySpec planning(String name, Map<String, String> parameters) {
        TreeMap<String, String> all = new TreeMap<>(parameters);
        if (name.equals("learnt")) {
            all.put("model", ModelFile.write(window(1)));
        }
        return PolicySpec.of(name, all);
    }

    /** The balancer of the catalog called {@code name}; the learnt one goes by {@link #balancer}. */
    public static PolicySpec balancing(String name) {
        return name.equals("learnt")
                ? PolicySpec.of(name, Map.of("model", ModelFile.write(balancer(1))))
                : PolicySpec.of(name);
    }

    private static LearntNetwork<LayerSizes> network(int columns, long seed) {
        return network(LayerSizes.relu(columns, 16, 8, 1), seed);
    }

    private static <S extends NetworkShape> LearntNetwork<S> network(S shape, long seed) {
        Chance chance = new Chance(seed, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new LearntNetwork<>(shape, weights, new TreeMap<>());
    }
}
