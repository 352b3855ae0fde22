package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;

/**
 * What is lost where a job is stopped: for how long it runs, in milliseconds, times the dominant share that each of its tasks holds of its node (Ghodsi et al. 2011), in
 * ten-thousandths. On nodes that are alike that goes by GPU hours. Of a job whose next start goes on with what was done, what it did since its last checkpoint and its
 * restart.
 */
public final class Loss {
    private static final long WHOLE = 10_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Loss() {}

    /** Of {@code job}, which holds room. */
    public static long of(Job job, NodeTable nodes, long nowNanos) {
        boolean resumes = job.spec().terms().interruption().resumes();
        long lost = resumes ? job.unsavedNanos(nowNanos) : nowNanos - job.startNanos();
        if (lost == 0 || job.startNanos() < 0) {
            return 0;
        }
        long held = 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                held += share(job.shape(task), nodes, job.node(task));
            }
        }
        return lost / NANOS_PER_MILLI * held;
    }

    private static long share(Shape shape, NodeTable nodes, int node) {
        // Who asks for nothing takes a place.
        long most = 1;
        for (int i = 0; i < shape.needs(); i++) {
            most = StrictMath.max(most, part(shape.amount(i), nodes.total(node, shape.column(i))));
        }
        return StrictMath.max(most, part(shape.totalGpuMilli(), 1000L * nodes.gpus(node)));
    }

    private static long part(long amount, long of) {
        return of <= 0 ? 0 : (long) StrictMath.min(WHOLE, (double) amount * WHOLE / of);
    }
}
