package io.berth.core.model.column;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is seen of a window of the queue whose jobs get their places one after the other: of its jobs and of the nodes as they were before,
 * and at each step of what is left.
 */
public final class WindowColumns {
    /** Their name in a model file. */
    public static final String KEY = "window";

    /** So many nodes are seen at most, those first that most jobs like best. */
    public static final int MAX_NODES = 32;

    /** What is seen of a job before anything has its place. Its places are those that it would get if it were alone. */
    public static final List<Feature> JOB = List.of(
            Feature.share("job_gpu", "GPU thousandths of all its tasks / those free"),
            Feature.share("job_task_gpu", "GPU thousandths of a task / the most free on a node"),
            Feature.share("job_task_share", "the share that a task asks for, of a GPU; 0 for whole GPUs"),
            Feature.share("job_cpu", "CPUs of all its tasks / those free"),
            Feature.share("job_task_cpu", "CPUs of a task / the most free on a node"),
            Feature.share("job_tasks", "n / (n + 1) for n tasks more than one"),
            Feature.share("job_value", "what it is worth / the job that is worth most"),
            Feature.share("job_density", "worth for each GPU thousandth / the most of a job"),
            Feature.share("job_net", "what it is worth at its best places / the job that is worth most"),
            Feature.share("job_places", "places where one of its tasks fits, n / (n + 4)"),
            Feature.share("job_regret", "what a task loses at its second place, in tenths of what it is worth"),
            Feature.share("job_spread", "what a task loses at its last place, in tenths of what it is worth"),
            Feature.share("job_node_gpu", "GPU thousandths left on the node of its first task after all / 8 GPUs"),
            Feature.share("job_node_cpu", "CPUs left there after all / the most free on a node"));

    /** What is seen of a node before anything has its place. */
    public static final List<Feature> NODE = List.of(
            Feature.share("node_gpu", "GPU thousandths free / the most free on a node"),
            Feature.share("node_idle", "idle GPUs / 8"),
            Feature.share("node_cpu", "CPUs free / the most free on a node"),
            Feature.share("node_largest", "the largest share free on one GPU"),
            Feature.share("node_first", "jobs whose first task would go there / jobs"),
            Feature.share("node_fits", "jobs of which a task fits there / jobs"),
            Feature.share("node_pressure", "GPU thousandths of tasks that would go there first, x / (x + those free)"));

    /** What is seen of a job that may come next, with what was emitted before it in its place. */
    public static final List<Feature> STEP = List.of(
            Feature.share("step_net", "what it is worth at the places it would get now / the job that is worth most"),
            Feature.share("step_loss", "what it lost of that since the window began, in tenths of what it is worth"),
            Feature.share("step_gpu", "GPU thousandths of all its tasks / those free now"),
            Feature.share("step_density", "worth for each GPU thousandth / the most of a job that may come next"),
            Feature.share("step_node_gpu", "GPU thousandths left on the node of its first task after all / 8 GPUs"),
            Feature.share("step_node_idle", "idle GPUs left there after all / 8"),
            Feature.share("step_node_cpu", "CPUs left there after all / the most free on a node"),
            Feature.share("step_rivals", "other jobs that may come next and would go there first / jobs"),
            Feature.share(
                    "step_behind",
                    "50 x, where x is the share that all come to less if it came next, and then the most valuable that"
                            + " fits each time, than with the best job now"),
            Feature.share(
                    "step_little_behind", "the same as log(1 + 65536 x) / log 65537, which tells small shares apart"),
            Feature.share("step_leads", "1 where that is nothing"));

    /** What is seen of all that is left. */
    public static final List<Feature> STATE = List.of(
            Feature.share("state_gpu", "GPU thousandths free / those before"),
            Feature.share("state_placed", "jobs placed / jobs"),
            Feature.share("state_open", "jobs that may come next / jobs"),
            Feature.share("state_asked", "GPU thousandths that those ask for, x / (x + those free)"));

    /** All of them, in their order. */
    public static final List<Feature> ALL =
            Stream.of(JOB, NODE, STEP, STATE).flatMap(List::stream).toList();

    private WindowColumns() {}
}
