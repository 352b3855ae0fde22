package io.berth.core.policy.load;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.policy.Scorer;

/**
 * The node that does least, by what is measured.
 *
 * <p>Goals: even out what nodes do, where tasks use less, or more, than they ask for. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = ⌊1,000 (1 − used)⌋; used is the mean of two: the mean share in use of CPU, memory and, for tasks that ask for
 * GPUs, the engines of GPUs, and the largest of these shares. In use is what was measured, what tasks are taken to use that the measurement
 * does not show, and what this one is. Between three and five minutes of age a share is the mean of that and of what is asked for. Where
 * nothing is measured, or it is older, used is the mean of what is asked for, as under least-allocated. A node of 16 CPUs and 64 GiB that
 * uses 4 CPUs and 16 GiB, and to which a task of 4 CPUs and 16 GiB came since: with one of 1 CPU and 4 GiB, CPU (4 + 3.4 + 0.85)/16 =
 * 0.516, memory (16 + 11.2 + 2.8)/64 = 0.469, used 0.504, so 496.
 *
 * <p>Source: LoadAwareScheduling of Koordinator and usage of Volcano, with GPUs, with what has ended since, and with what jobs alike used.
 */
public final class LeastLoad implements Scorer {
    public static final long HIGHEST = 1_000;

    private static final long WHOLE = 1_000;

    private final Gauge gauge;

    public LeastLoad(Span span, Statistic statistic) {
        gauge = new Gauge(span, statistic, Estimate.KOORDINATOR, true);
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        NodeLoad load = Gauge.load(nodes, node, Freshness.DECAYED);
        // Asked of every node that changed, so nothing is allocated where nothing is measured.
        double cpu = asked(nodes, node, Resource.CPU, shape.cpuMilli());
        double memory = asked(nodes, node, Resource.MEMORY, shape.demand().memoryBytes());
        long gpus = WHOLE * nodes.gpus(node);
        double gpu = share(gpus - nodes.totalFreeMilli(node) + shape.totalGpuMilli(), gpus);
        if (load != null) {
            Use beyond = gauge.unshown(nodes, node, load).plus(gauge.of(shape));
            cpu = known(load, gauge.cpu(nodes, node, load, beyond), cpu);
            memory = known(load, gauge.memory(nodes, node, load, beyond), memory);
            gpu = known(load, gauge.gpu(nodes, node, load, beyond), gpu);
        }
        double used = shape.gpus() == 0 ? (cpu + memory) / 2 : (cpu + memory + gpu) / 3;
        if (load != null) {
            double most = StrictMath.max(StrictMath.max(cpu, memory), shape.gpus() == 0 ? 0 : gpu);
            used = (used + most) / 2;
        }
        return (long) (HIGHEST * StrictMath.max(0, 1 - used));
    }

    /** What counts of what was measured and what is asked for. */
    private static double known(NodeLoad load, double measured, double asked) {
        if (measured < 0) {
            return asked;
        }
        return load.freshness() == Freshness.FRESH ? StrictMath.min(1, measured) : (measured + asked) / 2;
    }

    private static double asked(Nodes nodes, int node, Resource resource, long more) {
        long total = nodes.total(node, resource);
        return share(total - nodes.free(node, resource) + more, total);
    }

    private static double share(long used, long total) {
        return total == 0 ? 1 : (double) used / total;
    }
}
