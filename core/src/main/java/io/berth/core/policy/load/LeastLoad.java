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
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import java.util.List;

/**
 * The node that does least, by what is measured.
 *
 * <p>Goals: even out what nodes do, where tasks use less, or more, than they ask for. Constraints: none beyond fit.
 *
 * <p>Algorithm: score = ⌊1,000 (1 − used)⌋; used is the mean of two: the mean share in use of CPU, memory and, for tasks that ask for
 * GPUs, of what is scarcest of the GPUs (engines, bandwidth of their memory, memory), and the largest of these shares. In use is what was
 * measured, what tasks are taken to use that the measurement does not show, and what this one is: what tasks like them used in the mean, or
 * parts of what they ask for where too few were measured. Between three and five minutes of age a share is the mean of that and of what is
 * asked for. Where nothing is measured, or it is older, used is the mean of what is asked for, as under least-allocated. A node of 16 CPUs
 * and 64 GiB that uses 4 CPUs and 16 GiB, and to which a task of 4 CPUs and 16 GiB came since: with one of 1 CPU and 4 GiB, CPU (4 + 3.4 +
 * 0.85)/16 = 0.516, memory (16 + 11.2 + 2.8)/64 = 0.469, used 0.504, so 496.
 *
 * <p>{@code by: predicted}: in use is what each task of the node is expected to use, whatever was measured of the node itself: what it used
 * where it was measured, what tasks like it used in the mean, or parts of what it asks for. Where no task was ever measured the node with
 * least asked for is the best.
 *
 * <p>Source: LoadAwareScheduling of Koordinator and usage of Volcano, with GPUs, with what has ended since, and with what jobs alike used.
 */
public final class LeastLoad implements Scorer {
    public static final long HIGHEST = 1_000;

    private static final long WHOLE = 1_000;
    private static final String MEASURED = "measured";
    private static final String PREDICTED = "predicted";

    /** What can be set beside what counts of what was measured. */
    public static final List<Parameter> PARAMETERS = List.of(
            new Parameter("by", Type.TEXT, MEASURED, "what nodes do: measured, or predicted from what their tasks use"),
            LoadAware.ESTIMATES);

    private final Gauge gauge;
    private final boolean predicted;

    /** By what is measured, and by what was learnt. */
    public LeastLoad(Span span, Statistic statistic) {
        gauge = new Gauge(span, statistic, Estimate.KOORDINATOR, Counting.MEAN);
        predicted = false;
    }

    /** @throws IllegalArgumentException where a parameter has no value that it may have */
    public LeastLoad(Span span, Statistic statistic, Parameters parameters) {
        gauge = new Gauge(span, statistic, Estimate.KOORDINATOR, LoadAware.counting(parameters, Counting.MEAN));
        String by = parameters.text("by");
        if (!by.equals(MEASURED) && !by.equals(PREDICTED)) {
            throw new IllegalArgumentException("The parameter (by) must be measured or predicted, not (" + by + ").");
        }
        predicted = by.equals(PREDICTED);
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        return predicted ? predicted(nodes, node, shape) : measured(nodes, node, shape);
    }

    private long measured(Nodes nodes, int node, Shape shape) {
        NodeLoad load = Gauge.load(nodes, node, Freshness.DECAYED);
        // Asked of every node that changed, so nothing is allocated where nothing is measured.
        double cpu = asked(nodes, node, Resource.CPU, shape.cpuMilli());
        double memory = asked(nodes, node, Resource.MEMORY, shape.demand().memoryBytes());
        long gpus = WHOLE * nodes.gpus(node);
        double gpu = share(gpus - nodes.totalFreeMilli(node) + shape.totalGpuMilli(), gpus);
        boolean ofGpus = shape.gpus() > 0;
        if (load == null) {
            return score(mean(cpu, memory, gpu, ofGpus));
        }
        Use beyond = gauge.unshown(nodes, node, load, shape).plus(gauge.of(nodes, shape));
        cpu = known(load, gauge.cpu(nodes, node, load, beyond), cpu);
        memory = known(load, gauge.memory(nodes, node, load, beyond), memory);
        gpu = ofGpus ? known(load, gauge.devices(nodes, node, load, beyond), gpu) : gpu;
        return score(used(cpu, memory, gpu, ofGpus));
    }

    private long predicted(Nodes nodes, int node, Shape shape) {
        Use used = gauge.predicted(nodes, node).plus(gauge.of(nodes, shape));
        double cpu = part(used.cpuMilli(), nodes.total(node, Resource.CPU));
        double memory = part(used.memoryBytes(), nodes.total(node, Resource.MEMORY));
        double gpu = part(used.gpuMilli(), WHOLE * nodes.gpus(node));
        return score(used(cpu, memory, gpu, shape.gpus() > 0));
    }

    private static long score(double used) {
        return (long) (HIGHEST * StrictMath.max(0, 1 - used));
    }

    private static double mean(double cpu, double memory, double gpu, boolean ofGpus) {
        return ofGpus ? (cpu + memory + gpu) / 3 : (cpu + memory) / 2;
    }

    private static double used(double cpu, double memory, double gpu, boolean ofGpus) {
        double most = StrictMath.max(StrictMath.max(cpu, memory), ofGpus ? gpu : 0);
        return (mean(cpu, memory, gpu, ofGpus) + most) / 2;
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

    private static double part(long used, long total) {
        return StrictMath.clamp(share(used, total), 0, 1);
    }
}
