package io.berth.learn.environment.engine;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.model.JointModel;
import io.berth.core.model.LargestNode;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import java.util.List;
import java.util.TreeSet;

/**
 * What features are divided by, so that they are shares; the same for all episodes of an environment. What exceeds a scale in an episode
 * counts as 1.
 *
 * @param maxExpectedNanos the longest run time that a user expects; at least 1
 * @param maxTasks the most tasks of a job; at least 1
 * @param cpuMilli of the whole cluster, thousandths of CPUs; at least 1
 * @param gpuMilli of the whole cluster, thousandths of GPUs; at least 1
 * @param memoryBytes of the whole cluster; at least 1
 * @param largest the largest amounts of one node
 * @param queues the names of the queues, sorted
 */
public record Scales(
        long maxExpectedNanos,
        int maxTasks,
        long cpuMilli,
        long gpuMilli,
        long memoryBytes,
        LargestNode largest,
        List<String> queues) {
    public Scales {
        queues = List.copyOf(queues);
    }

    /** What models of order and placement together have of them. */
    public JointModel.Scales joint() {
        return new JointModel.Scales(maxExpectedNanos, gpuMilli > 1 ? gpuMilli : cpuMilli, largest);
    }

    /** Those of the nodes and jobs of {@code setup}. */
    static Scales of(Simulation.Setup setup) {
        long expected = 1;
        int tasks = 1;
        TreeSet<String> queues = new TreeSet<>();
        for (Arrival arrival : setup.workload()) {
            JobSpec spec = arrival.spec();
            expected = StrictMath.max(expected, spec.estimateNanos() == Nanos.NEVER ? 1 : spec.estimateNanos());
            tasks = StrictMath.max(tasks, spec.tasks());
            queues.add(spec.queue());
        }
        long[] all = {0, 0, 0};
        long[] most = {1, 1, 1};
        for (NodeSpec node : setup.nodes()) {
            long[] amounts = {node.cpuMilli(), node.memoryBytes(), (long) node.gpus() * Demand.WHOLE_GPU_MILLI};
            for (int i = 0; i < all.length; i++) {
                all[i] += amounts[i];
                most[i] = StrictMath.max(most[i], amounts[i]);
            }
        }
        return new Scales(
                expected,
                tasks,
                StrictMath.max(1, all[0]),
                StrictMath.max(1, all[2]),
                StrictMath.max(1, all[1]),
                new LargestNode(most[0], most[1], most[2]),
                List.copyOf(queues));
    }
}
