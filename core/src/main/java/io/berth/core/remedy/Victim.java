package io.berth.core.remedy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.preempt.Loss;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;

/**
 * A running job that would have to stop.
 *
 * @param loss what stopping it loses, as victims are compared ({@link Loss})
 * @param lostGpuHours of its work that has to be done again; 0 where its next start goes on with what was done
 * @param lostCpuHours likewise
 */
public record Victim(long job, long loss, double lostGpuHours, double lostCpuHours) {
    private static final double MILLI = 1_000;

    static Victim of(Job job, NodeTable nodes, long nowNanos) {
        boolean goesOn = job.spec().terms().interruption().resumes() || job.startNanos() < 0;
        double hours = goesOn ? 0 : (nowNanos - job.startNanos()) / (double) Nanos.HOUR;
        long gpuMilli = 0;
        long cpuMilli = 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                Demand demand = job.shape(task).demand();
                gpuMilli += demand.totalGpuMilli();
                cpuMilli += demand.cpuMilli();
            }
        }
        return new Victim(job.id(), Loss.of(job, nodes, nowNanos), hours * gpuMilli / MILLI, hours * cpuMilli / MILLI);
    }
}
