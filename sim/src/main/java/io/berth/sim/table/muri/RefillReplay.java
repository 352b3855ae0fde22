package io.berth.sim.table.muri;

import io.berth.core.policy.KeyedOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The published simulator with jobs of known length: at every arrival and every completion the cluster is emptied and filled
 * again in the order of what is left, passing over what does not fit.
 */
final class RefillReplay {
    private final Arrivals arrivals;
    private final ExactOrder order;
    private final FreeNodes nodes = new FreeNodes();
    private final List<ReplayedJob> active = new ArrayList<>();
    private List<ReplayedJob> ending = List.of();
    private double endSeconds = Double.POSITIVE_INFINITY;
    private double now;

    RefillReplay(List<ReplayedJob> jobs, KeyedOrder order) {
        this.arrivals = new Arrivals(jobs);
        this.order = new ExactOrder(order);
    }

    /** Until all jobs have ended; each must fit the cluster alone. */
    void run() {
        while (arrivals.remain() || !active.isEmpty()) {
            step();
        }
    }

    private void step() {
        double before = now;
        double arrival = arrivals.nextSeconds();
        now = StrictMath.min(arrival, endSeconds);
        if (endSeconds <= arrival) {
            ending.forEach(job -> job.end(now));
            active.removeAll(ending);
        }
        for (ReplayedJob job : active) {
            if (job.running()) {
                job.advance(before, now);
            }
        }
        if (arrival <= endSeconds) {
            active.addAll(arrivals.next().jobs());
            arrivals.pass();
        }
        active.sort(order);
        nodes.empty();
        for (ReplayedJob job : active) {
            job.setRunning(nodes.take(job.gpus()));
        }
        findNextEnd();
    }

    /** The first completion, and those that the simulator takes for the same instant; the others are found anew each time. */
    private void findNextEnd() {
        List<Double> instants = new ArrayList<>();
        List<List<ReplayedJob>> jobs = new ArrayList<>();
        int first = -1;
        for (ReplayedJob job : active) {
            if (!job.running()) {
                continue;
            }
            double end = now + job.remainingSeconds();
            int instant = 0;
            while (instant < instants.size() && !Arrivals.close(instants.get(instant), end)) {
                instant++;
            }
            if (instant == instants.size()) {
                instants.add(end);
                jobs.add(new ArrayList<>());
                first = first < 0 || end < instants.get(first) ? instant : first;
            }
            jobs.get(instant).add(job);
        }
        endSeconds = first < 0 ? Double.POSITIVE_INFINITY : instants.get(first);
        ending = first < 0 ? List.of() : jobs.get(first);
    }
}
