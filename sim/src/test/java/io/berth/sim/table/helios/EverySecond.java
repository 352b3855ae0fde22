package io.berth.sim.table.helios;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** {@link PreemptiveReplay} as it is published: every second is looked at, and remaining times are compared themselves. */
final class EverySecond {
    private final List<SimulatedJob> coming;
    private final ConsolidatedNodes nodes;
    private final List<SimulatedJob> queue = new ArrayList<>();
    private final List<SimulatedJob> running = new ArrayList<>();

    EverySecond(List<SimulatedJob> jobs, int nodes) {
        this.coming = jobs;
        this.nodes = new ConsolidatedNodes(nodes);
    }

    void run() {
        int ended = 0;
        for (long now = 0; ended < coming.size(); now++) {
            for (SimulatedJob job : List.copyOf(running)) {
                if (job.remainingSeconds() == 0) {
                    job.end(now);
                    nodes.release(job.gpusByNode());
                    running.remove(job);
                    ended++;
                } else {
                    job.addRemaining(-1);
                }
            }
            for (SimulatedJob job : coming) {
                if (job.submitSeconds() == now) {
                    queue.add(job);
                }
            }
            place(chosen(now), now);
        }
    }

    private List<SimulatedJob> chosen(long now) {
        List<SimulatedJob> all = new ArrayList<>(queue);
        all.addAll(running);
        all.sort(Comparator.comparingLong(SimulatedJob::remainingSeconds));
        List<SimulatedJob> chosen = new ArrayList<>();
        int quota = nodes.gpus();
        for (SimulatedJob job : all) {
            if (job.gpus() <= quota) {
                quota -= job.gpus();
                chosen.add(job);
            } else if (running.remove(job)) {
                nodes.release(job.gpusByNode());
                job.stop(now);
                job.addRemaining(job.gpus() == 1 ? 7 : job.gpus() <= 8 ? 30 : 60);
                queue.add(job);
            }
        }
        return chosen;
    }

    private void place(List<SimulatedJob> chosen, long now) {
        for (SimulatedJob job : chosen) {
            int[] placement = running.contains(job) ? null : nodes.take(job.gpus());
            if (placement != null) {
                job.start(now, placement);
                queue.remove(job);
                running.add(job);
            }
        }
    }
}
