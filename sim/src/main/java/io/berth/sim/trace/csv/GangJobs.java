package io.berth.sim.trace.csv;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.trace.DemandPool;

/**
 * Jobs of so many GPUs, and nothing else known of them, as jobs for nodes of eight. Up to eight GPUs are one task; more are a
 * gang of equal tasks, as few as can be: 32 GPUs are four tasks of eight, 12 are two of six.
 *
 * <p>What the traces do not say of CPU and memory is set so that GPUs decide: a task asks per GPU for half of what a node has
 * per GPU.
 */
final class GangJobs {
    static final int GPUS_PER_NODE = 8;

    static final String DEFAULT_QUEUE = JobSpec.DEFAULT_QUEUE;

    /** More than any machine room has, and few enough for sums over a trace to stay below the largest long. */
    static final int MAX_GPUS = 100_000;

    /** A century. */
    static final long MAX_SECONDS = 100L * 366 * 24 * 3600;

    private static final long CPU_MILLI_PER_GPU = 4000;
    private static final long MEMORY_BYTES_PER_GPU = 32L << 30;

    private final DemandPool demands = new DemandPool();

    /** A job of {@code gpus} whole GPUs that runs for {@code runNanos}, as its user expects. */
    JobSpec job(String name, String queue, int gpus, long runNanos) {
        int tasks = tasks(gpus);
        int each = gpus / tasks;
        return new JobSpec(
                name,
                queue,
                JobKind.BATCH,
                0,
                TaskGroup.of(
                        tasks, demands.demand(each * CPU_MILLI_PER_GPU, each * MEMORY_BYTES_PER_GPU, each, 1000, "")),
                new Timing(runNanos, runNanos, Nanos.NEVER));
    }

    /** A node that such jobs fit. */
    static NodeSpec node(String name) {
        return new NodeSpec(
                name,
                Amounts.of(2 * GPUS_PER_NODE * CPU_MILLI_PER_GPU, 2 * GPUS_PER_NODE * MEMORY_BYTES_PER_GPU),
                Integer.MAX_VALUE,
                NodeSpec.gpus(GPUS_PER_NODE, "", 0));
    }

    /** The fewest equal tasks that fit a node each; a prime number of GPUs above eight is as many tasks of one. */
    private static int tasks(int gpus) {
        int each = StrictMath.min(gpus, GPUS_PER_NODE);
        while (gpus % each != 0) {
            each--;
        }
        return gpus / each;
    }
}
