package io.berth.sim.table.helios;

import io.berth.core.policy.KeyedOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The published simulator with preemption. Each second it
 *
 * <ol>
 *   <li>ends running jobs that have nothing left and takes a second off the others, so that a job of d seconds leaves d + 1
 *       seconds after its start;
 *   <li>queues what came;
 *   <li>goes through all jobs in order and gives out a quota of the GPUs, passing over what exceeds it. Who runs and gets none is
 *       preempted, and has more left for it;
 *   <li>places those that got some, passing over what does not fit the nodes; what they got is not given to others.
 * </ol>
 *
 * <p>After a second in which nothing of this happened, the next that can differ is that of an arrival, an end, or of a running
 * job that goes before a waiting one for the first time; those between are left out.
 */
final class PreemptiveReplay {
    private static final long ONE_GPU_SECONDS = 7;
    private static final long ONE_NODE_SECONDS = 30;
    private static final long MORE_NODES_SECONDS = 60;

    private final List<SimulatedJob> coming;
    private final ConsolidatedNodes nodes;
    private final Comparator<SimulatedJob> order;
    private final List<SimulatedJob> queue = new ArrayList<>();
    private final List<SimulatedJob> running = new ArrayList<>();
    private int next;
    private long now;
    private boolean quiet;

    /** @param jobs by submission; each must fit the nodes alone */
    PreemptiveReplay(List<SimulatedJob> jobs, ConsolidatedNodes nodes, KeyedOrder order) {
        this.coming = jobs;
        this.nodes = nodes;
        this.order = Comparator.comparingLong(job -> order.key(job, 0));
    }

    void run() {
        while (next < coming.size() || !queue.isEmpty() || !running.isEmpty()) {
            skip();
            second();
        }
    }

    /** Goes to the last of the seconds in which nothing happens. */
    private void skip() {
        long seconds = quiet ? quietSeconds() : 0;
        for (SimulatedJob job : running) {
            job.addRemaining(-seconds);
        }
        now += seconds;
    }

    private long quietSeconds() {
        long seconds = next < coming.size() ? coming.get(next).submitSeconds() - now - 1 : Long.MAX_VALUE;
        for (SimulatedJob job : running) {
            long left = job.remainingSeconds();
            seconds = StrictMath.min(seconds, left);
            for (SimulatedJob waiting : queue) {
                // At equal remaining time the waiting one goes first.
                long until = left - waiting.remainingSeconds();
                seconds = until < 0 ? seconds : StrictMath.min(seconds, until);
            }
        }
        return seconds;
    }

    private void second() {
        now = running.isEmpty() && queue.isEmpty() ? coming.get(next).submitSeconds() : now + 1;
        int before = running.size();
        endOrAdvance();
        boolean changed = running.size() < before;
        for (; next < coming.size() && coming.get(next).submitSeconds() == now; next++) {
            queue.add(coming.get(next));
            changed = true;
        }
        List<SimulatedJob> chosen = chooseAndPreempt();
        changed |= running.size() < before;
        for (SimulatedJob job : chosen) {
            int @Nullable [] placement = nodes.take(job.gpus());
            if (placement != null) {
                job.start(now, placement);
                queue.remove(job);
                running.add(job);
                changed = true;
            }
        }
        quiet = !changed;
    }

    private void endOrAdvance() {
        for (SimulatedJob job : List.copyOf(running)) {
            if (job.remainingSeconds() == 0) {
                job.end(now);
                nodes.release(job.gpusByNode());
                running.remove(job);
            } else {
                job.addRemaining(-1);
            }
        }
    }

    /** Preempts the running jobs that the quota does not reach, and gives the waiting ones that it does. */
    private List<SimulatedJob> chooseAndPreempt() {
        List<SimulatedJob> all = new ArrayList<>(queue);
        all.addAll(running);
        all.sort(order);
        List<SimulatedJob> chosen = new ArrayList<>();
        int quota = nodes.gpus();
        for (SimulatedJob job : all) {
            boolean runs = job.gpusByNode().length > 0;
            if (job.gpus() <= quota) {
                quota -= job.gpus();
                if (!runs) {
                    chosen.add(job);
                }
            } else if (runs) {
                preempt(job);
            }
        }
        return chosen;
    }

    private void preempt(SimulatedJob job) {
        nodes.release(job.gpusByNode());
        job.stop(now);
        job.addRemaining(
                job.gpus() == 1
                        ? ONE_GPU_SECONDS
                        : job.gpus() <= ConsolidatedNodes.GPUS_PER_NODE ? ONE_NODE_SECONDS : MORE_NODES_SECONDS);
        running.remove(job);
        queue.add(job);
    }
}
