package io.berth.app.demo.screen;

import io.berth.core.explain.Explanation;
import java.util.List;

/**
 * What a view of the demo shows of one moment. Nothing in it changes any more, so it can be drawn by any thread.
 *
 * @param nowNanos cluster time
 * @param wallSeconds how long the demo has been running, by the wall clock
 * @param timeScale seconds of cluster time per second of the wall clock
 * @param strategy the name of the strategy in force
 * @param tenants the queues of all jobs; GPU cells name them by their place here
 * @param queue the jobs that wait, in the order in which they are tried; perhaps only the first of them
 * @param decisions what was decided and what befell the cluster, the last first
 */
public record DemoSnapshot(
        long nowNanos,
        double wallSeconds,
        double timeScale,
        String strategy,
        List<String> tenants,
        List<NodeRow> nodes,
        Activity activity,
        List<QueueRow> queue,
        List<LogRow> decisions) {
    public DemoSnapshot {
        tenants = List.copyOf(tenants);
        nodes = List.copyOf(nodes);
        queue = List.copyOf(queue);
        decisions = List.copyOf(decisions);
    }

    /** What is to be said of a node beside its GPUs. */
    public enum NodeStatus {
        UP,
        DRAINING,
        LOST
    }

    /** One node and its devices. */
    public record NodeRow(String name, NodeStatus status, List<GpuCell> gpus) {
        public NodeRow {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * One device.
     *
     * @param allocatedMilli thousandths of it that are held
     * @param tenant the tenant that holds most of it; -1 where nobody holds any
     */
    public record GpuCell(int allocatedMilli, int tenant) {}

    /**
     * How busy the cluster is.
     *
     * @param gpuPct allocated share of the GPUs of nodes that are not lost, per cent
     * @param startedPerHour starts decided per hour of cluster time, lately
     * @param finishedPerHour jobs finished, likewise
     */
    public record Activity(
            double gpuPct,
            long runningJobs,
            long waitingJobs,
            double startedPerHour,
            double finishedPerHour,
            long decisions) {}

    /** One job that waits, and why. */
    public record QueueRow(String job, String tenant, String asks, long waitedNanos, Explanation why) {}

    /** What a row of the log tells of. */
    public enum LogKind {
        START,
        STOP,
        REJECT,
        LOST,
        BACK,
        STRATEGY
    }

    /** One decision, or something that befell the cluster, in words. */
    public record LogRow(long atNanos, LogKind kind, String text) {}
}
