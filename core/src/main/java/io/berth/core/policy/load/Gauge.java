package io.berth.core.policy.load;

import io.berth.core.cluster.NodeLoads;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import org.jspecify.annotations.Nullable;

/**
 * What a node does and will do: what was measured, and what those use that the measurement does not show. That is what is taken of the node
 * beyond what was when it was measured: tasks placed since, also in the pass that asks, and less those that have ended since.
 *
 * @param span over which time
 * @param statistic what of it
 * @param estimate what tasks use that nobody has measured yet
 * @param learnt true where what jobs like them have used goes before the estimate
 */
public record Gauge(Span span, Statistic statistic, Estimate estimate, boolean learnt) {
    /** Stands for what nobody measured. */
    public static final double UNKNOWN = -1;

    private static final double DEVICE = 1000;

    /** Rounded down, where the rules that are published reckon with whole numbers and shares only nearly do. */
    static long whole(double score) {
        return (long) (score + 1e-9);
    }

    /** What is known of a node that is not too old; null where it is, or there is none. */
    static @Nullable NodeLoad load(Nodes nodes, int node, Freshness oldest) {
        NodeLoad load = nodes.load(node);
        return load == null || load.freshness().compareTo(oldest) > 0 ? null : load;
    }

    /** What a task of {@code shape} is taken to use. */
    public Use of(Shape shape) {
        return estimate.of(new Use(shape.cpuMilli(), shape.demand().memoryBytes(), shape.totalGpuMilli()));
    }

    /** What those use that the measurement does not show; negative where more have ended than were placed. */
    public Use unshown(Nodes nodes, int node, NodeLoad load) {
        Use beyond = estimate.ofAll(NodeLoads.taken(nodes, node).minus(load.shown()))
                .plus(load.recents().unasked());
        return learnt ? beyond.plus(load.recents().learnt()) : beyond;
    }

    /** The share of the CPU of a node that is in use where {@code beyond} is beside what was measured; {@link #UNKNOWN} where unknown. */
    public double cpu(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.CPU, beyond.cpuMilli(), (double) nodes.total(node, Resource.CPU));
    }

    /** The same of its memory. */
    public double memory(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.MEMORY, beyond.memoryBytes(), (double) nodes.total(node, Resource.MEMORY));
    }

    /** The same of its devices. */
    public double gpu(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.GPU_ENGINE, beyond.gpuMilli(), DEVICE * nodes.gpus(node));
    }

    private double share(NodeLoad load, Measure measure, long beyond, double capacity) {
        long value = load.load().value(span, measure, statistic);
        if (value == Load.UNKNOWN || capacity <= 0) {
            return UNKNOWN;
        }
        return StrictMath.max(0, (double) value + beyond) / capacity;
    }
}
