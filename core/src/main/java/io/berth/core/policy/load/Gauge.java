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
import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.TaskUses;
import org.jspecify.annotations.Nullable;

/**
 * What a node does and will do: what was measured, and what those use that the measurement does not show. That is what is taken of the node
 * beyond what was when it was measured: tasks placed since, also in the pass that asks, and less those that have ended since.
 *
 * @param span over which time
 * @param statistic what of it
 * @param estimate what tasks use of which nothing else is known
 * @param counting what goes before it
 */
public record Gauge(Span span, Statistic statistic, Estimate estimate, Counting counting) {
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
    public Use of(Nodes nodes, Shape shape) {
        Expected expected = expected(nodes, shape);
        return expected != null ? counting.of(expected) : estimate.of(shape.asked());
    }

    private @Nullable Expected expected(Nodes nodes, Shape shape) {
        return counting == Counting.FACTORS ? null : nodes.expected(shape);
    }

    /**
     * What those use that the measurement does not show; negative where more have ended than were placed. Those that the pass placed that
     * asks are taken to be as a task of {@code shape} is: mostly they are of its job, or of one like it.
     */
    public Use unshown(Nodes nodes, int node, NodeLoad load, Shape shape) {
        Use more = NodeLoads.taken(nodes, node).minus(load.shown());
        Use beyond = estimate.ofAll(more).plus(load.recents().unasked());
        if (counting == Counting.FACTORS) {
            return beyond;
        }
        Use known = beyond.plus(counting.of(load.recents())).plus(load.gone().correction());
        Expected expected = expected(nodes, shape);
        if (expected == null) {
            return known;
        }
        Use trial = more.minus(load.recents().asked()).plus(load.gone().asked());
        return known.plus(correction(trial, shape.asked(), counting.of(expected)));
    }

    /** What tasks that ask for {@code trial} together use beyond the estimate, where one that asks for {@code asked} uses {@code used}. */
    private Use correction(Use trial, Use asked, Use used) {
        return new Use(
                correction(trial.cpuMilli(), asked.cpuMilli(), used.cpuMilli(), estimate.cpuPercent()),
                correction(trial.memoryBytes(), asked.memoryBytes(), used.memoryBytes(), estimate.memoryPercent()),
                correction(trial.gpuMilli(), asked.gpuMilli(), used.gpuMilli(), estimate.gpuPercent()));
    }

    private static long correction(long trial, long asked, long used, long percent) {
        if (trial <= 0 || asked <= 0) {
            return 0;
        }
        return StrictMath.round(trial * ((double) used / asked - percent / 100.0));
    }

    /** What all tasks of a node are expected to use in the mean, and others as they do, whatever was measured of the node itself. */
    public Use predicted(Nodes nodes, int node) {
        Use taken = NodeLoads.taken(nodes, node);
        TaskUses uses = nodes.forecasts().of(node);
        return uses == null || counting == Counting.FACTORS
                ? estimate.ofAll(taken)
                : estimate.ofAll(taken.minus(uses.asked())).plus(uses.expected());
    }

    /** The share of the CPU of a node that is in use where {@code beyond} is beside what was measured; {@link #UNKNOWN} where unknown. */
    public double cpu(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.CPU, beyond.cpuMilli(), (double) nodes.total(node, Resource.CPU));
    }

    /** The same of its memory. */
    public double memory(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.MEMORY, beyond.memoryBytes(), (double) nodes.total(node, Resource.MEMORY));
    }

    /** The same of the engines of its devices. */
    public double gpu(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return share(load, Measure.GPU_ENGINE, beyond.gpuMilli(), DEVICE * nodes.gpus(node));
    }

    /**
     * The share of its devices that is in use of what is scarcest: engines, the bandwidth of their memory, or that memory; {@link #UNKNOWN}
     * where none was measured. What is not measured of a task it is taken to use as it does the engines.
     */
    public double devices(Nodes nodes, int node, NodeLoad load, Use beyond) {
        return StrictMath.max(
                device(nodes, node, load, beyond, Measure.GPU_ENGINE),
                StrictMath.max(
                        device(nodes, node, load, beyond, Measure.GPU_DRAM),
                        device(nodes, node, load, beyond, Measure.GPU_MEMORY)));
    }

    /** The share of one of the {@link #devices} in use. */
    double device(Nodes nodes, int node, NodeLoad load, Use beyond, Measure measure) {
        double has = DEVICE * nodes.gpus(node);
        if (has == 0 || measure != Measure.GPU_MEMORY) {
            return share(load, measure, beyond.gpuMilli(), has);
        }
        double memory = (double) nodes.deviceMemoryBytes(node);
        return share(load, measure, StrictMath.round(beyond.gpuMilli() / has * memory), memory);
    }

    private double share(NodeLoad load, Measure measure, long beyond, double capacity) {
        long value = load.load().value(span, measure, statistic);
        if (value == Load.UNKNOWN || capacity <= 0) {
            return UNKNOWN;
        }
        return StrictMath.max(0, (double) value + beyond) / capacity;
    }
}
