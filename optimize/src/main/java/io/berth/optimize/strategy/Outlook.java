package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.policy.placement.FragmentationMix;
import io.berth.core.workload.Demand;
import java.util.List;

/**
 * How much of what a node has free the jobs to come will not be able to use, in thousandths of a GPU; what a task costs there is
 * how much that grows.
 *
 * <p>Three parts, each of the mix of tasks that the model of the node will do for:
 *
 * <ul>
 *   <li>what the next task cannot use, in expectation: the fragmentation of {@link FragmentationMix};
 *   <li>what is stranded when the node is filled: its free GPUs ask for so many CPUs in the mean, with such a variance; where fewer
 *       are left, the GPUs beyond stay empty. Need is taken as normal, so this is the expected shortfall of a newsvendor,
 *       (m − c)Φ((m − c)/s) + sφ((m − c)/s) for a need of mean m and deviation s, c CPUs left, and the CPU per GPU makes GPUs of it;
 *   <li>what is left over on each device when it is filled by shares drawn from the mix, as long as {@link #DRAWS} draws find one
 *       that fits.
 * </ul>
 *
 * <p>Source: fragmentation as in Weng et al., USENIX ATC 2023; the shortfall as in Porteus, Foundations of Stochastic Inventory
 * Theory, 2002, §1.2. Weights of one: all three are amounts of GPU that are lost.
 */
final class Outlook {
    /** A task of the mix that is rarer than one in so many is no hope for a device. */
    private static final int DRAWS = 100;

    private static final double COVERAGE_PCT = 95;
    private static final double NEGLIGIBLE = 1e-9;

    private final FragmentationMix fragmentation;
    private final Model[] models;

    /** What the mix means for nodes of one model: CPU per GPU thousandth, its deviation, and what is left over of a device. */
    private record Model(double cpuPerMilli, double deviation, double[] leftOver) {}

    Outlook(List<ShapeCount> mix, NodeTable nodes) {
        fragmentation = new FragmentationMix(mix, COVERAGE_PCT);
        models = new Model[nodes.models()];
        for (int model = 0; model < models.length; model++) {
            models[model] = model(mix, nodes, model);
        }
    }

    /** Thousandths of a CPU that a thousandth of a GPU of {@code model} comes with; 0 where nobody asks for it. */
    double cpuPerMilli(int model) {
        return models[model].cpuPerMilli;
    }

    /** What nobody will be able to use of {@code node} as it is; 0 for a node without GPUs. */
    double lost(NodeTable nodes, int node) {
        if (!fragmentation.load(nodes, node)) {
            return 0;
        }
        Model model = models[nodes.model(node)];
        long cpu = nodes.free(node, Resource.CPU);
        double left = 0;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            left += model.leftOver[nodes.gpuFreeMilli(node, gpu)];
        }
        return fragmentation.fragmentation(cpu) + stranded(model, nodes.totalFreeMilli(node), cpu) + left;
    }

    /** How much more is lost of {@code node} with a task of {@code shape}, which fits, on {@code device}; -1 for idle devices or none. */
    double growth(NodeTable nodes, int node, Shape shape, int device) {
        if (!fragmentation.load(nodes, node)) {
            return 0;
        }
        Demand demand = shape.demand();
        Model model = models[nodes.model(node)];
        long cpu = nodes.free(node, Resource.CPU);
        long cpuAfter = cpu - demand.cpuMilli();
        long milli = nodes.totalFreeMilli(node);
        double before = fragmentation.fragmentation(cpu) + stranded(model, milli, cpu);
        double after = stranded(model, milli - demand.totalGpuMilli(), cpuAfter);
        if (device < 0) {
            double whole = demand.gpus() * model.leftOver[Demand.WHOLE_GPU_MILLI];
            return after + fragmentation.fragmentationAfterWhole(cpuAfter, demand.gpus()) - before - whole;
        }
        int left = nodes.gpuFreeMilli(node, device);
        int leftAfter = left - demand.gpuMilli();
        return after
                + fragmentation.fragmentationAfterShare(cpuAfter, left, demand.gpuMilli())
                + model.leftOver[leftAfter]
                - before
                - model.leftOver[left];
    }

    private static double stranded(Model model, long milli, long cpu) {
        if (milli <= 0 || model.cpuPerMilli <= 0) {
            return 0;
        }
        double shortfall = model.cpuPerMilli * milli - cpu;
        double deviation = model.deviation * StrictMath.sqrt((double) milli);
        double lacking = deviation < NEGLIGIBLE ? StrictMath.max(0, shortfall) : Normal.excess(shortfall, deviation);
        return StrictMath.min((double) milli, lacking / model.cpuPerMilli);
    }

    private static Model model(List<ShapeCount> mix, NodeTable nodes, int number) {
        double cpu = 0;
        double milli = 0;
        double[] weights = new double[Demand.WHOLE_GPU_MILLI + 1];
        List<ShapeCount> accepted = mix.stream()
                .filter(entry -> entry.shape().gpus() > 0 && nodes.accepts(entry.shape(), number))
                .toList();
        for (ShapeCount entry : accepted) {
            Demand demand = entry.shape().demand();
            cpu += (double) entry.count() * demand.cpuMilli();
            milli += (double) entry.count() * demand.totalGpuMilli();
            weights[demand.gpuMilli()] += (double) entry.count() * demand.gpus();
        }
        double perMilli = milli > 0 ? cpu / milli : 0;
        double squares = 0;
        for (ShapeCount entry : accepted) {
            Demand demand = entry.shape().demand();
            double off = demand.cpuMilli() - perMilli * demand.totalGpuMilli();
            squares += (double) entry.count() * off * off;
        }
        return new Model(perMilli, milli > 0 ? StrictMath.sqrt(squares / milli) : 0, leftOver(weights));
    }

    /** By what is free on a device: what stays free when shares are drawn by {@code weights} as long as some fit. */
    private static double[] leftOver(double[] weights) {
        double all = 0;
        for (double weight : weights) {
            all += weight;
        }
        double[] left = new double[weights.length];
        double fitting = 0;
        for (int free = 1; free < weights.length; free++) {
            fitting += weights[free];
            if (fitting == 0) {
                left[free] = free;
                continue;
            }
            double next = 0;
            for (int share = 1; share <= free; share++) {
                next += weights[share] * left[free - share];
            }
            double nobody = StrictMath.pow(1 - fitting / all, (double) DRAWS);
            left[free] = nobody * free + (1 - nobody) * next / fitting;
        }
        return left;
    }
}
