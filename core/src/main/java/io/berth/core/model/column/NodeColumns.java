package io.berth.core.model.column;

import java.util.List;

/**
 * What is seen of a node where a task fits, and of the task: {@link io.berth.core.policy.placement.NodeRow} writes it.
 *
 * <p>Source of fragmentation: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §4.
 */
public final class NodeColumns {
    /** Their name in a model file. */
    public static final String KEY = "nodes";

    /** What they are, in their order. */
    public static final List<Feature> FEATURES = List.of(
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

    /** How many there are. */
    public static final int COUNT = FEATURES.size();

    private NodeColumns() {}
}
