package io.berth.learn.environment.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.model.Feature;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.policy.placement.FragmentationMix;
import io.berth.core.workload.Demand;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes where a task fits as rows, by number. Where it fits on more, half of the rows are the best by best-fit and the others are
 * spread evenly over the rest.
 */
final class NodeRows {
    static final List<Feature> FEATURES = List.of(
            Feature.share("cpu_free", "CPUs free on the node / those of the largest node"),
            Feature.share("memory_free", "memory free / that of the largest node"),
            Feature.share("gpu_free", "GPU thousandths free / those of the largest node"),
            Feature.share("gpus_idle", "whole GPUs free / those of the largest node"),
            Feature.share("largest_share", "the largest share free on one GPU, of a GPU"),
            Feature.share("cpu_left", "as cpu_free, after the task"),
            Feature.share("memory_left", "as memory_free, after the task"),
            Feature.share("gpu_left", "as gpu_free, after the task"),
            Feature.share("fragmentation", "GPU thousandths free that a task of the mix could not use / largest node"),
            Feature.share("fragmentation_after", "the same after the task, a share on the fitting GPU with least left"),
            Feature.share("tasks", "n / (n + 1) for n tasks on the node"),
            Feature.share("task_cpu", "CPUs that the task asks for / those of the largest node"),
            Feature.share("task_memory", "memory that it asks for / that of the largest node"),
            Feature.share("task_gpus", "whole GPUs that it asks for / those of the largest node"),
            Feature.share("task_share", "the share that it asks for, of a GPU; 0 for whole GPUs"));

    static final String SOURCE = "fragmentation: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §4";

    /** How much of the mix counts as typical, per cent; as in the policy {@code fgd}. */
    private static final double COVERAGE_PCT = 95;

    private static final Facts NO_FACTS = new Facts(1, 1, List.of());

    private final Scales scales;
    private final int most;
    private final int[] shown;
    private BestFit bestFit = new BestFit(NO_FACTS);
    private FragmentationMix mix = new FragmentationMix(List.of(), COVERAGE_PCT);

    NodeRows(Scales scales, int most) {
        this.scales = scales;
        this.most = most;
        this.shown = new int[most];
    }

    /** What the engine knows of the whole is this from now on. */
    void know(Facts facts) {
        bestFit = new BestFit(facts);
        mix = new FragmentationMix(facts.mix(), COVERAGE_PCT);
    }

    /** Chooses which of {@code candidates} have a row, and returns how many. */
    int show(Candidates candidates) {
        int count = candidates.count();
        int[] all = new int[count];
        for (int i = 0, node = 0; i < count; i++) {
            all[i] = candidates.from(node);
            node = all[i] + 1;
        }
        return show(candidates.nodes(), candidates.shape(), all, count);
    }

    /** The same of the first {@code count} of {@code all}, which are by number. */
    int show(Nodes nodes, Shape shape, int[] all, int count) {
        if (count <= most) {
            System.arraycopy(all, 0, shown, 0, count);
            return count;
        }
        long[] best = new long[count];
        for (int i = 0; i < count; i++) {
            // The highest score first, of equal ones the lowest number.
            best[i] = -bestFit.score(nodes, all[i], shape) << Integer.SIZE | all[i];
        }
        Arrays.sort(best);
        int half = (most + 1) / 2;
        boolean[] seen = new boolean[nodes.count()];
        for (int i = 0; i < half; i++) {
            shown[i] = (int) best[i];
            seen[shown[i]] = true;
        }
        int[] rest = Arrays.stream(all, 0, count).filter(node -> !seen[node]).toArray();
        for (int i = half; i < most; i++) {
            shown[i] = rest[(int) ((long) (i - half) * rest.length / (most - half))];
        }
        Arrays.sort(shown);
        return most;
    }

    /** The node of {@code row}. */
    int node(int row) {
        return shown[row];
    }

    /** Writes {@code node}, where {@code shape} fits, as the features from {@code at} on. */
    void write(Nodes nodes, int node, Shape shape, float[] into, int at) {
        Demand demand = shape.demand();
        Scales.Largest largest = scales.largest();
        long cpu = nodes.free(node, Resource.CPU);
        long memory = nodes.free(node, Resource.MEMORY);
        long gpu = nodes.totalFreeMilli(node);
        long largestGpus = StrictMath.max(1, largest.gpuMilli() / Demand.WHOLE_GPU_MILLI);
        into[at] = JobRows.share(cpu, largest.cpuMilli());
        into[at + 1] = JobRows.share(memory, largest.memoryBytes());
        into[at + 2] = JobRows.share(gpu, largest.gpuMilli());
        into[at + 3] = JobRows.share(nodes.idleGpus(node), largestGpus);
        into[at + 4] = JobRows.share(nodes.largestFreeMilli(node), Demand.WHOLE_GPU_MILLI);
        into[at + 5] = JobRows.share(cpu - demand.cpuMilli(), largest.cpuMilli());
        into[at + 6] = JobRows.share(memory - demand.memoryBytes(), largest.memoryBytes());
        into[at + 7] = JobRows.share(gpu - demand.totalGpuMilli(), largest.gpuMilli());
        fragmentation(nodes, node, shape, into, at + 8);
        int tasks = nodes.tasks(node);
        into[at + 10] = JobRows.share(tasks, tasks + 1L);
        into[at + 11] = JobRows.share(demand.cpuMilli(), largest.cpuMilli());
        into[at + 12] = JobRows.share(demand.memoryBytes(), largest.memoryBytes());
        into[at + 13] = JobRows.share(shape.gpuSize(), largestGpus);
        into[at + 14] = shape.gpuSize() > 0 ? 0 : JobRows.share(demand.gpuMilli(), Demand.WHOLE_GPU_MILLI);
    }

    private void fragmentation(Nodes nodes, int node, Shape shape, float[] into, int at) {
        into[at] = 0;
        into[at + 1] = 0;
        if (!mix.load(nodes, node)) {
            return;
        }
        Demand demand = shape.demand();
        long cpu = nodes.free(node, Resource.CPU);
        long cpuLeft = cpu - demand.cpuMilli();
        double after;
        if (demand.gpus() == 1 && !demand.wholeGpus()) {
            after = mix.fragmentationAfterShare(cpuLeft, leastLeft(nodes, node, shape), demand.gpuMilli());
        } else {
            after = mix.fragmentationAfterWhole(cpuLeft, demand.gpus());
        }
        into[at] = JobRows.share(mix.fragmentation(cpu), scales.largest().gpuMilli());
        into[at + 1] = JobRows.share(after, scales.largest().gpuMilli());
    }

    /** Of the GPU that the engine takes for a share where the placement does not say: the fitting one with least left. */
    private static int leastLeft(Nodes nodes, int node, Shape shape) {
        int least = Integer.MAX_VALUE;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            if (nodes.gpuFits(shape, node, gpu)) {
                least = StrictMath.min(least, nodes.gpuFreeMilli(node, gpu));
            }
        }
        return least;
    }
}
