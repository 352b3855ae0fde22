package io.berth.sim.table.helios;

import io.berth.core.policy.KeyedOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The published simulator without preemption: each second it frees what ended, queues what came, sorts the queue, and starts
 * jobs from its head until one does not fit. A second in which nothing ended and nothing came changes nothing, so it is left out.
 */
final class QueueReplay {
    private final List<SimulatedJob> coming;
    private final ConsolidatedNodes nodes;
    private final Comparator<SimulatedJob> order;
    private final List<SimulatedJob> queue = new ArrayList<>();
    private final List<SimulatedJob> running = new ArrayList<>();
    private int next;

    /** @param jobs by submission; each must fit the nodes alone */
    QueueReplay(List<SimulatedJob> jobs, ConsolidatedNodes nodes, KeyedOrder order) {
        this.coming = jobs;
        this.nodes = nodes;
        this.order = Comparator.comparingLong(job -> order.key(job, 0));
    }

    void run() {
        while (next < coming.size() || !running.isEmpty()) {
            second(nextSecond());
        }
    }

    private long nextSecond() {
        long second = next < coming.size() ? coming.get(next).submitSeconds() : Long.MAX_VALUE;
        for (SimulatedJob job : running) {
            second = StrictMath.min(second, job.endSeconds());
        }
        return second;
    }

    private void second(long now) {
        for (Iterator<SimulatedJob> jobs = running.iterator(); jobs.hasNext(); ) {
            SimulatedJob job = jobs.next();
            if (job.endSeconds() == now) {
                nodes.release(job.gpusByNode());
                jobs.remove();
            }
        }
        for (; next < coming.size() && coming.get(next).submitSeconds() == now; next++) {
            queue.add(coming.get(next));
        }
        queue.sort(order);
        int started = 0;
        while (started < queue.size() && start(queue.get(started), now)) {
            started++;
        }
        queue.subList(0, started).clear();
    }

    private boolean start(SimulatedJob job, long now) {
        int @Nullable [] placement = nodes.take(job.gpus());
        if (placement == null) {
            return false;
        }
        job.start(now, placement);
        job.end(now + job.durationSeconds());
        running.add(job);
        return true;
    }
}
